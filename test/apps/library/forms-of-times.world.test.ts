// The table of forms and doors in docs/library.md says what each door reads.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openClocks as readClocks } from '#core/artifact/clocks.ts'
import { CLOCKS } from '#core/artifact/layout.ts'
import { DOORS } from '#core/time/date-time-text.ts'
import { parseMoment, type MomentForm } from '#core/time/moment.ts'
import { ROOT } from '#open/program/root.ts'
import { openClocks } from '#apps/library/clocks.ts'
import { FIELDS } from '#apps/moved/event-text.ts'
import { MovedEvents } from '#apps/moved/moved-events.ts'
import { MomentReader } from '#apps/moved/read-moment.ts'

const berlin = openClocks(join(inject('embeddedArtifact'), CLOCKS)).zone('Europe/Berlin')

function isThrown(act: () => unknown): boolean {
  try {
    act()
    return false
  } catch {
    return true
  }
}

const isMoment = (text: string, forms: readonly MomentForm[]): boolean =>
  parseMoment(text, forms).kind !== 'fault'

function isOfMoved(text: string): boolean {
  const bytes = new TextEncoder().encode(text)
  if (text.endsWith(']')) return isWholeEvent(bytes)
  const reader = new MomentReader()
  return [reader.wall(bytes, 0, bytes.length), reader.instant(bytes, 0, bytes.length)].some(
    (at) => !Number.isNaN(at),
  )
}

/** Whether a wall time with its zone in brackets is an event, in a file. */
function isWholeEvent(bytes: Uint8Array): boolean {
  const clocks = readClocks(new Uint8Array(readFileSync(join(inject('embeddedArtifact'), CLOCKS))))
  const events = new MovedEvents({ older: clocks, newer: clocks, onEvent: () => undefined })
  const places = new Int32Array(2 * FIELDS.length).fill(-1)
  places.set([0, bytes.length], 2 * FIELDS.indexOf('wall'))
  return !isThrown(() => events.take(bytes, places, 1))
}

/** The doors, in the order of the columns. */
const READS: readonly ((text: string) => boolean)[] = [
  (text) => !isThrown(() => berlin.instantOf(text)),
  (text) => isMoment(text, DOORS.convert),
  (text) => isMoment(text, DOORS.interface),
  (text) => isMoment(text, DOORS.typed),
  isOfMoved,
]

test('each form is read where the table says so, and nowhere else', () => {
  const document = readFileSync(join(ROOT, 'docs/library.md'), 'utf8')
  const rows = [...document.matchAll(/^\|([^|]+)\| (`.+?`) +\|((?: (?:yes|no) +\|){5})$/gm)]
  expect(rows.length).toBeGreaterThan(10)
  for (const [, form = '', samples = '', said = ''] of rows) {
    const expected = said
      .split('|')
      .slice(0, 5)
      .map((word) => word.trim() === 'yes')
    for (const [, text = ''] of samples.matchAll(/`([^`]+)`/g))
      expect(
        READS.map((isRead) => isRead(text)),
        `${form.trim()}: ${text}`,
      ).toEqual(expected)
  }
})
