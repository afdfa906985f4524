// Runs `tzref publish` as often as it is told: the arguments come as a line of JSON, the end goes out as one, after "=> ".
import { createInterface } from 'node:readline'
import { Command } from 'commander'
import { CommandError } from '#open/program/command-error.ts'
import { registerPublish } from '#pipeline/commands/publish.ts'

process.stdout.write('ready\n')
for await (const line of createInterface(process.stdin)) {
  const command = new Command('publish').exitOverride()
  registerPublish(command)
  let ended: { status: number; stderr: string }
  try {
    await command.parseAsync(JSON.parse(line), { from: 'user' })
    ended = { status: 0, stderr: '' }
  } catch (error) {
    ended = { status: error instanceof CommandError ? error.exitCode : 2, stderr: String(error) }
  }
  process.stdout.write(`=> ${JSON.stringify(ended)}\n`)
}
