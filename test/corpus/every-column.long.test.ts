// Every kind of damage.
import './every-twelfth-damage.full.test.ts'
