// Three publishers at once, a hundred times, and one that is killed at twelve moments.
import './publishing.full.test.ts'
