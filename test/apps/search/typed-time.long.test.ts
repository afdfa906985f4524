// Typed times: every text that is drawn.
import './typed-time.world.test.ts'
