// A server under every kind of load from a thousand connections each, and under all at once for half a minute; press.long.test.ts takes ten.
import { testPress } from '../support/press-suite.ts'

testPress({ connections: 1000, seconds: 30 })
