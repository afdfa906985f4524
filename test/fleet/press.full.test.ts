// A server under each kind of load from a thousand connections, and under all kinds together for half a minute;
// press.long.test.ts takes ten minutes.
import { testPress } from '../support/attacks/press-suite.ts'

testPress({ connections: 1000, seconds: 30 })
