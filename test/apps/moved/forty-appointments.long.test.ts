// Twelve calendars of each maker.
import './forty-appointments.full.test.ts'
