// `tzref pack` and `tzref publish`: an artifact as one archive, and a folder of archives with an index, which any web server can serve.
import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { print } from '#open/program/json.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { nowMs } from '#open/program/clock.ts'
import { hintAfter } from '#open/program/hint.ts'
import type { ReleaseIndex } from '#schemas/release-index.ts'
import { webAddress } from '#open/program/web-address.ts'
import { wholeNumber } from '#open/program/whole-number.ts'
import { expectNoLoss, expectNotOlder, expectTailoringKept, indexIn } from '../delivery/expect-no-loss.ts'
import { readSigningKey } from '../delivery/keys.ts'
import { GOOD_FOR_DAYS, pack, publish, type Publishing } from '../delivery/publish.ts'
import { INDEX } from '../delivery/release-index.ts'
import { releases } from '../delivery/releases.ts'
import { DIST } from '../paths.ts'
import { artifactDirectories, artifactDirectory } from './artifact-argument.ts'

interface PublishFlags extends Omit<Publishing, 'keys' | 'at' | 'seen' | 'note'> {
  readonly dist: string
  readonly sign?: string[]
  readonly refresh?: true
  readonly accept?: true
  readonly json?: true
}

/** Says what `publish` takes and does. */
export function registerPublish(command: Command): void {
  command
    .argument('<folder>', 'the folder to publish')
    .argument('[artifacts...]', 'ids in dist/, or directories (default: the current one)')
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option(
      '--sign <keyfile...>',
      "sign with the publisher's key; with two keys, servers trust the last one from then on",
    )
    .option(
      '--current <id>',
      'make this release of the folder the current one, also an older one; without artifacts it packs nothing',
    )
    .option('--refresh', 'only renew the index, so that it does not expire; packs nothing')
    .option(
      '--accept',
      'publish although a correction, a hold, a standard, a country, a slug or a boundary of the current release is lost',
    )
    .option('--days <n>', 'days until the index expires', wholeNumber(5, 'from 1 to 99,999'), GOOD_FOR_DAYS)
    .option(
      '--above <serial>',
      'number the index above this: for a folder whose index was lost',
      wholeNumber(15, 'above 0'),
      0,
    )
    .option('--url <address>', 'public address of the folder, for the links of the feeds', webAddress)
    .option('--json', 'print the index')
    .addHelpText(
      'after',
      `
The folder has only files: copy it to a web server or an object store. The index lists every archive in it, says which one is
current (the last of the artifacts), and expires: publish again, or --refresh, before it does. Each publication has a serial number; servers
refuse an index with a lower one than they have seen. releases.atom and releases.json are feeds that say what each tz release moved, and
tz-history.bin has the clocks of all of them. Everything is signed, each file by its name and for its purpose.

An artifact without a correction, a hold, a standard, a country, a slug or a boundary that the current release has is not published, unless with
--accept. One of an older tz release is not, unless --current names what is to be current. What is no archive of an artifact is passed over. If
somebody else publishes into the folder at the same time, nothing is published.

Examples:
  npm run tzref -- publish public/releases --sign publisher.pem
  npm run tzref -- publish public/releases --current 2026f-none-0123abcd --sign publisher.pem
  npm run tzref -- publish public/releases --refresh --sign publisher.pem`,
    )
    .action(async (folder: string, artifacts: string[], options: PublishFlags, self: Command) => {
      const { dist, sign = [], refresh, accept, json, ...publishing } = options
      if (refresh && publishing.current !== undefined)
        throw new CommandError(
          'found --refresh and --current, expected one: --current renews the index too',
          2,
        )
      const packs = publishing.current === undefined && refresh === undefined
      if (refresh && artifacts.length > 0) {
        throw new CommandError('--refresh packs nothing: expected no artifacts beside it', 2)
      }
      const directories = artifactDirectories(dist, artifacts.length === 0 && packs ? [CURRENT] : artifacts)
      const place = resolve(folder)
      const last = directories.at(-1)
      const index = indexIn(place)
      const before = index?.current.id ?? 'nothing'
      if (last !== undefined && publishing.current === undefined) expectNotOlder(last, place)
      if (!accept) {
        if (last !== undefined) await expectNoLoss(last, place)
        if (publishing.current !== undefined) await expectTailoringKept(publishing.current, place)
      }
      const keys = sign.map(readSigningKey)
      const published = publish(directories, place, {
        ...publishing,
        keys,
        at: new Date(nowMs()),
        seen: index?.serial ?? (existsSync(join(place, INDEX)) ? undefined : 0),
        note: say,
      })
      const archives = published.releases.map(({ archive }) => join(folder, archive))
      print(json, published, archives)
      say(`current is ${published.current.id}, was ${before}`)
      const forgotten = refresh ? [] : newerThan(published, resolve(dist))
      for (const id of forgotten)
        say(
          `${dist} has ${id}, which is newer and not published; to publish it: ${hintAfter(self, `npm run tzref -- activate ${id}`)}, and publish again`,
        )
    })
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** The artifacts of a folder that are of a newer tz release than the current one of an index, and that it does not list. */
function newerThan({ current, releases: listed }: ReleaseIndex, dist: string): string[] {
  const day = listed.find(({ id }) => id === current.id)?.reference_date ?? ''
  return releases(dist)
    .filter(({ id, reference_date }) => (reference_date ?? '') > day && !listed.some((one) => one.id === id))
    .map(({ id }) => id)
}

/** Says what `pack` takes and does. */
export function registerPack(command: Command): void {
  command
    .argument('[artifact]', 'its id in dist/, or a directory', CURRENT)
    .option('--out <folder>', 'where to put the archive', '.')
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--json', 'print {id, archive, size, sha256}')
    .addHelpText('after', '\nExample:\n  npm run tzref -- pack --out /tmp')
    .action((artifact: string, options: { out: string; dist: string; json?: true }) => {
      const packed = pack(artifactDirectory(options.dist, artifact), resolve(options.out))
      print(options.json, packed, [packed.archive])
    })
}
