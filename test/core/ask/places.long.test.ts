// The rules about the place of a word, tried on every name.
import './places.full.test.ts'
