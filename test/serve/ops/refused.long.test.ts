// Every damage that a server refuses before it is ready.
import './refused.full.test.ts'
