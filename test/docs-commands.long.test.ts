// The commands of every document.
import './docs-commands.full.test.ts'
