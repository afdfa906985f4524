// The news, beside the own lines of every older release.
import './news.full.test.ts'
