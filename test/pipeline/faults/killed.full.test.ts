// Build, install and activate killed at a selection of their calls to the file system; all of them are in the long form.
import { describeKilled } from '../../support/killed-suite.ts'

describeKilled('selection')
