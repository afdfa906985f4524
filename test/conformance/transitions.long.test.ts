// The listed clock changes of every zone.
import './transitions.full.test.ts'
