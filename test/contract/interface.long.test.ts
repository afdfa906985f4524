// Every row of every list, and each resource behind it.
import './interface.full.test.ts'
