// Every kind of public page in each look.
import './looks.full.test.ts'
