// A full disk, and two builds at once, twice.
import './disk.full.test.ts'
