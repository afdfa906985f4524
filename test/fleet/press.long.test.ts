// A server under each kind of load from ten thousand connections, and under all kinds together for ten minutes, or TZREF_PRESS_SECONDS.
import { testPress } from '../support/attacks/press-suite.ts'

testPress({ connections: 10_000, seconds: Number(process.env['TZREF_PRESS_SECONDS'] ?? 600), memory: 1.1 })
