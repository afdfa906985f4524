// A server pressed in every way by ten thousand connections each, and by all at once for ten minutes; TZREF_PRESS_SECONDS has it last otherwise.
import { testPress } from '../support/press-suite.ts'

testPress({ connections: 10_000, seconds: Number(process.env['TZREF_PRESS_SECONDS'] ?? 600), memory: 1.1 })
