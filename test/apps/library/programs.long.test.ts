// The programs of the packages, which also build and write the files of `web`.
import './programs.full.test.ts'
