// How libical reads the one event of a calendar file: a small program in C, compiled during the test.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/**
 * A program of this folder that asks libical, compiled into another. Null: libical's headers (libical-dev in Debian, or TZREF_LIBICAL) or a
 * compiler are missing.
 */
export function libicalIn(folder: string, source: string): string | null {
  const { TZREF_LIBICAL: root = '/' } = process.env
  const [program, libraries] = [join(folder, 'libical'), join(root, 'usr/lib/x86_64-linux-gnu')]
  const { status } = spawnSync('cc', [
    `-I${join(root, 'usr/include')}`,
    join(import.meta.dirname, source),
    '-o',
    program,
    `-L${libraries}`,
    '-lical',
    '-licalss',
    `-Wl,-rpath,${libraries}`,
  ])
  return status === 0 ? program : null
}

/** libical, compiled into its own folder. Null: this machine lacks it or a compiler, and a line says so. */
export function openLibical(suite: string): Libical | null {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-libical-'))
  const close = () => rmSync(folder, { recursive: true })
  const program = libicalIn(folder, 'event-libical.c')
  if (program === null) {
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
