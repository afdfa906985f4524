// The completion scripts, in every shell.
import './completion.full.test.ts'
