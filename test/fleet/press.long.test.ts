// A server under each kind of load from ten thousand connections, and under all kinds together for ten minutes, or TZREF_PRESS_SECONDS.
import { vi } from 'vitest'
import { testPress } from '../support/attacks/press-suite.ts'

const seconds = Number(process.env['TZREF_PRESS_SECONDS'] ?? 600)
// Afterwards a second server gives plain answers.
vi.setConfig({ testTimeout: (seconds + 1200) * 1000 })

testPress({ connections: 10_000, seconds, memory: 1.1 })
