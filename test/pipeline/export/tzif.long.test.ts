// The zoneinfo folder by zdump and dateutil, with many names and instants.
import './tzif.full.test.ts'
