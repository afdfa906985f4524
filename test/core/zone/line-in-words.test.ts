// The lines of a tz release in words, from the full and the compact form.
import { expect, test } from 'vitest'
import { lineInWords, type Move } from '#core/zone/line-in-words.ts'

const LINES: readonly [string, Move, string][] = [
  ['R E 1996 ma - O lastSu 1u 0 -', 'back', 'since 1996: back on the last Sunday in October at 01:00 UTC'],
  [
    'Rule\tEU\t1981\tmax\t-\tMar\tlastSun\t 1:00u\t1:00\tS',
    'forward',
    'since 1981: forward on the last Sunday in March at 1:00 UTC'.replace('1:00', '01:00'),
  ],
  [
    'R u 2007 ma - Mar Su>=8 2 1 D',
    'forward',
    'since 2007: forward on the first Sunday on or after 8 March at 02:00 on the clock',
  ],
  [
    'R Z 2005 2012 - Ap F<=1 2 1 D',
    null,
    '2005 to 2012: to daylight saving time on the last Friday on or before 1 April at 02:00 on the clock',
  ],
  ['R X 1945 o - Au 14 23u 1 P', null, 'in 1945: to daylight saving time on 14 August at 23:00 UTC'],
  [
    'R AQ 1990 1992 - Mar Su>=1 2s 0 S',
    'back',
    '1990 to 1992: back on the first Sunday on or after 1 March at 02:00 standard time',
  ],
  ['Z Europe/Berlin 0:53:28 - LMT 1893 Ap', null, 'the offset is UTC+00:53:28 all year, until 1 April 1893'],
  ['1 E CE%sT', null, 'the offset is UTC+01:00, changed by the rules “E”'],
  [
    '-3:30 1 N%sT 1935 Mar 30',
    null,
    'the offset is UTC−03:30, plus 1:00 of daylight saving time, until 30 March 1935',
  ],
  ['0 - GMT 1968 O 27 1s', null, 'the offset is UTC all year, until 27 October 1968 at 01:00 standard time'],
  ['L Asia/Kolkata Asia/Calcutta', null, 'Asia/Calcutta is another name of Asia/Kolkata'],
  ['# a comment', null, ''],
]

test.each(LINES)('%s', (line, move, words) => expect(lineInWords(line, move) ?? '').toBe(words))
