// The program, and the help of every command.
import './tzref.full.test.ts'
