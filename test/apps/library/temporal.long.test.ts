// A million wall times around the changes of every zone.
import './temporal.full.test.ts'
