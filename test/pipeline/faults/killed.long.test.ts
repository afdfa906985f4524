// Build, install, activate and publish, killed at every one of their calls to the file system.
import './killed.full.test.ts'
