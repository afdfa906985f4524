// Every test of the account store and of admission on PostgreSQL.
import './postgres.full.test.ts'
