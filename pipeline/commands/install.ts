// `tzref install`: installs an archive, from a file or the web, into dist/ once all of it is found good.
import type { Command } from 'commander'
import { resolve } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { hintAfter } from '#open/program/hint.ts'
import { print } from '#open/program/json.ts'
import { nowMs } from '#open/program/clock.ts'
import { unpin } from '../delivery/activate.ts'
import { install, isAddress, type InstallOptions } from '../delivery/install.ts'
import { DIST } from '../paths.ts'
import { stderrReport } from '../report.ts'

type InstallFlags = Omit<InstallOptions, 'from' | 'at' | 'report' | 'limits'> & { readonly json?: true }

/** Says what `install` takes and does. */
export function registerInstall(command: Command): void {
  command
    .argument('[from]', 'an archive or a published folder, by its path or its address')
    .option('--key <key>', "the publisher's key, ed25519:…, needed once: only its releases are installed")
    .option('--allow-unsigned', 'install releases without a signature')
    .option('--id <id>', 'this artifact (default: the current one of the publisher)')
    .option(
      '--sha256 <hex>',
      'the hash that the archive must have, from someone you trust; then no signature is needed',
    )
    .option('--activate', 'make it the current artifact even if there is one; with --id, keep it current')
    .option('--unpin', 'end a pin by rollback, activate or --id, and follow the publisher again')
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--json', 'print {id, directory, existed, current, pinned}')
    .addHelpText(
      'after',
      `
A server that follows dist/current serves it within 2 s after it became current. An artifact that is there already is not downloaded. If an
operator has pinned an artifact (rollback, activate), others are installed but not made current; --unpin ends that, alone or with an address.

Examples:
  npm run tzref -- install 2026c-none-0123abcd.tar.gz
  npm run tzref -- install https://releases.example.org/tzref/ --activate --key ed25519:…
  npm run tzref -- install /media/stick/releases --activate
  npm run tzref -- install --unpin`,
    )
    .action(async (from: string | undefined, { json, ...options }: InstallFlags, self: Command) => {
      const dist = resolve(options.dist)
      if (options.unpin && options.id !== undefined) {
        throw new CommandError(
          '--unpin follows the publisher, --id does not: expected only one of the two',
          2,
        )
      }
      if (from === undefined) {
        if (!options.unpin)
          throw new CommandError('found nothing to install, expected an archive or an address', 2)
        unpin(dist)
        print(json, { pinned: null }, ['nothing is pinned any more'])
        return
      }
      const { isCurrent, ...installed } = await install({
        ...options,
        from: isAddress(from) ? from : resolve(from),
        dist,
        at: new Date(nowMs()),
        report: stderrReport(),
      })
      print(json, { ...installed, current: isCurrent }, [installed.id])
      if (!isCurrent && installed.pinned === null)
        process.stderr.write(
          `it is not current; to serve it: ${hintAfter(self, `npm run tzref -- activate ${installed.id}`)}\n`,
        )
    })
}
