// Eighteen zones over HTTP, beside zic and zdump.
import './http.full.test.ts'
