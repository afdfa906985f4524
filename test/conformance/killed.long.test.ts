// Build, install and activate, killed at every one of their calls to the file system.
import { describeKilled } from '../support/attacks/killed-suite.ts'

describeKilled('all')
