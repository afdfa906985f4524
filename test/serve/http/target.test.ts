// Facts about the targets of request lines: with the authority before the path they ask for the same as without it.
import { expect, test } from 'vitest'
import { readTarget } from '#serve/http/target.ts'

test.each([
  ['http://example.org', '/'],
  ['http://example.org?a=/b', '/?a=/b'],
  ['HTTPS://example.org:80/v1/timezones/?q=x', '/v1/timezones/?q=x'],
  ['http://example.org//timezones', '//timezones'],
])('%s asks for %s', (absolute, origin) => expect(readTarget(absolute)).toEqual(readTarget(origin)))
