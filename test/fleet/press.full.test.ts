// A server pressed in every way by a thousand connections each, and by all at once for half a minute; press.long.test.ts takes ten.
import { testPress } from '../support/press-suite.ts'

testPress({ connections: 1000, seconds: 30 })
