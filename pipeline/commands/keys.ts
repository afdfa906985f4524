// `tzref keys`: manages the key that a publisher signs releases with.
import type { Command } from 'commander'
import { print } from '#open/program/json.ts'
import { newKey, readSigningKey } from '../delivery/keys.ts'

const tell = (publicKey: string, { json }: { json?: true }): void =>
  print(json, { public_key: publicKey }, [publicKey])

/** Says what `keys` takes and does. */
export function registerKeys(keys: Command): void {
  keys
    .command('new')
    .description('make a key, and print its public part for `install --key` on servers')
    .argument('<keyfile>', 'where to write the private key; only its owner can read it')
    .option('--json', 'print {public_key}')
    .addHelpText('after', '\nExample:\n  npm run tzref -- keys new publisher.pem')
    .action((file: string, options: { json?: true }) => tell(newKey(file), options))
  keys
    .command('show')
    .description('print the public key of a private one')
    .argument('<keyfile>', 'the private key')
    .option('--json', 'print {public_key}')
    .addHelpText('after', '\nExample:\n  npm run tzref -- keys show publisher.pem')
    .action((file: string, options: { json?: true }) => tell(readSigningKey(file).publicKey, options))
}
