// The wrong zones of this Node, by a check of every third day.
import './runtime.full.test.ts'
