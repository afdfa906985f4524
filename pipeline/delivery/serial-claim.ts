// Lets one publisher at a time number and write a published folder: a serial is claimed by a file that only one process can make.
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { nowMs } from '#open/program/clock.ts'
import { notWritten } from '#open/program/file-kind.ts'
import { isAlive, makeFolder } from '../whole-file.ts'

/** A claimed serial has a file of this name. `.ended`: its publisher failed, and the serial is not given again. */
const CLAIM = /^\.serial-(\d{1,16})(\.ended)?$/
const ENDED = '.ended'
/** How long a publisher waits for another one, and how often it looks. */
const PATIENCE_MS = 5000
const EVERY_MS = 100
/** Publishing takes seconds. A claim of this age is of a process that ended, also where its id has been given to another one. */
const DEAD_MS = 600_000
/** A claim without its process is of one that was killed between two lines of this file. */
const UNNAMED_MS = 2000

export interface SerialClaim {
  /** The highest serial that was given to anything so far, by an index or by a publisher that did not come to its end. */
  readonly last: number
  /** Claims a later serial too. Nothing may be signed with a serial before it is claimed. */
  readonly take: (serial: number) => void
  /** Throws a CommandError if another publisher has taken the folder over. */
  readonly expectHeld: () => void
  /**
   * Gives the folder to the next publisher. `published`: the index has the claimed serials. `signed`: it has not, but something was signed
   * with one, so they stay used. `unused`: they can be given again.
   */
  readonly end: (how: 'published' | 'signed' | 'unused') => void
}

/**
 * Claims the next serial of a published folder. `serialOf` reads the serial of its index, 0 without one. `seen` is the serial of the index
 * that the work was checked against; `above` is one that the new serial must be higher than. Waits some seconds for another publisher. Throws
 * a CommandError if that one has published meanwhile, or does not end. A publisher that was killed blocks nobody: its serial is left out.
 */
export function claimSerial(
  folder: string,
  serialOf: () => number,
  { seen = serialOf(), above = 0 }: { readonly seen?: number | undefined; readonly above?: number } = {},
): SerialClaim {
  makeFolder(folder)
  for (let waited = 0; waited <= PATIENCE_MS; waited += EVERY_MS) {
    expectSame(folder, seen, serialOf())
    const claims = claimsIn(folder)
    const last = Math.max(seen, above, ...claims.map(({ serial }) => serial))
    if (!claims.some(({ isLive }) => isLive) && claim(folder, last + 1)) {
      // Somebody may have claimed another serial, or published, or failed with this one, after we looked.
      const others = claimsIn(folder).filter(({ name }) => name !== nameOf(last + 1))
      const isAlone = others.every(({ isLive, serial }) => !isLive && serial <= last)
      if (isAlone && serialOf() === seen) return claimOf(folder, last, serialOf)
      rmSync(join(folder, nameOf(last + 1)), { force: true })
    }
    // The commands that publish do nothing else meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EVERY_MS)
  }
  throw busy(folder)
}

function claimOf(folder: string, last: number, serialOf: () => number): SerialClaim {
  const seen = serialOf()
  const names = [nameOf(last + 1)]
  const isHeld = (): boolean => names.every((name) => existsSync(join(folder, name))) && serialOf() === seen
  return {
    last,
    take(serial) {
      if (names.includes(nameOf(serial))) return
      if (!claim(folder, serial)) throw busy(folder)
      names.push(nameOf(serial))
    },
    expectHeld() {
      if (!isHeld()) throw busy(folder)
    },
    end(how) {
      for (const { name, isLive } of claimsIn(folder))
        if (names.includes(name) ? how !== 'signed' : how === 'published' && !isLive)
          rmSync(join(folder, name), { force: true })
      if (how !== 'signed') return
      for (const name of names)
        if (existsSync(join(folder, name))) renameSync(join(folder, name), join(folder, name + ENDED))
    },
  }
}

const nameOf = (serial: number): string => `.serial-${serial}`

/** Makes the file of a serial. False where it is there already. */
function claim(folder: string, serial: number): boolean {
  const path = join(folder, nameOf(serial))
  let descriptor: number
  try {
    descriptor = openSync(path, 'wx')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw notWritten(path, error)
  }
  try {
    writeSync(descriptor, `${process.pid} ${hostname()}\n`)
  } catch (error) {
    rmSync(path)
    throw notWritten(folder, error)
  } finally {
    closeSync(descriptor)
  }
  return true
}

/** The claims of a folder. `isLive`: their process may still be publishing. */
const claimsIn = (folder: string) =>
  readdirSync(folder).flatMap((name) => {
    const [, serial, ended] = CLAIM.exec(name) ?? []
    return serial === undefined
      ? []
      : [{ name, serial: Number(serial), isLive: ended === undefined && mayLive(join(folder, name)) }]
  })

function mayLive(path: string): boolean {
  const age = nowMs() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (age > DEAD_MS) return false
  const [pid = '', host = ''] = textAt(path).trimEnd().split(' ')
  if (host === '') return age < UNNAMED_MS
  return host !== hostname() || isAlive(Number(pid))
}

/** The text of a claim. Empty where it has just been removed. */
function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function expectSame(folder: string, seen: number, found: number): void {
  if (found === seen) return
  throw new CommandError(
    `${folder}: somebody published serial ${found} meanwhile; nothing was published`,
    1,
    'look at what is current there now, and run the same command again',
  )
}

function busy(folder: string): CommandError {
  const [one] = claimsIn(folder).filter(({ isLive }) => isLive)
  const by =
    one === undefined
      ? 'somebody else'
      : `process ${textAt(join(folder, one.name)).trim().replace(' ', ' of ')}`
  return new CommandError(
    `${folder}: ${by} is publishing there; nothing was published`,
    1,
    'wait for it, and run the same command again',
  )
}
