// 300 generated calendars.
import './generated-calendars.full.test.ts'
