// Every web link of zones, standards and countries, and of a hundred cities.
import './web-links.full.test.ts'
