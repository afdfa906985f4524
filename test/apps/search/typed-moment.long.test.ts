// Typed days on machines in three zones.
import './typed-moment.full.test.ts'
