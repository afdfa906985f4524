// Build, install and activate killed at some of their calls to the file system; the long form takes all calls.
import { describeKilled } from '../../support/attacks/killed-suite.ts'

describeKilled('selection')
