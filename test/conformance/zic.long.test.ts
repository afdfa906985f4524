// Every name of every release available.
import './zic.full.test.ts'
