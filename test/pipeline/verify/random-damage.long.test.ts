// Random damage, 320 times.
import './random-damage.full.test.ts'
