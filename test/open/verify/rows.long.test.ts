// Each rule about rows, broken in each way.
import './rows.full.test.ts'
