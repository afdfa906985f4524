// Build, install and activate, killed at every one of their calls to the file system.
import { describeKilled } from '../support/killed-suite.ts'

describeKilled('all')
