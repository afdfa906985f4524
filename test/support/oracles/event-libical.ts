// How libical reads the one event of a calendar file: a small program in C, compiled during the test.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import { leftOut } from '../left-out.ts'

/** `Europe/Berlin 2026-10-25T02:30:00 1792888200`: zone, wall time and instant. */
export interface ReadEvent {
  readonly start: string
  readonly end: string
  readonly uid: string
}

export interface Libical {
  readonly read: (calendar: string) => ReadEvent
  readonly close: () => void
}

/** libical, compiled into its own folder. Null: this machine lacks it or a compiler, and a line says so. */
export function openLibical(suite: string): Libical | null {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-libical-'))
  const program = join(folder, 'event')
  const close = () => rmSync(folder, { recursive: true })
  const { status } = spawnSync('cc', [
    '-o',
    program,
    join(ROOT, 'test/support/oracles/event-libical.c'),
    '-lical',
    '-licalss',
  ])
  if (status !== 0) {
    close()
    leftOut(suite, 'Debian\'s packages "gcc" and "libical-dev"')
    return null
  }
  return {
    read(calendar) {
      const [start = '', end = '', uid = ''] = execFileSync(program, { input: calendar })
        .toString()
        .split('\n')
      return { start, end, uid }
    },
    close,
  }
}
