// `tzref/geo-tz` beside geo-tz at all of the border points.
import './geo-tz.full.test.ts'
