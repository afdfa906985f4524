// `tzref mcp`: answers assistants over stdio by the Model Context Protocol, from the current artifact, without a server.
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { openAlmanac, type Almanac } from '#core/ask/almanac.ts'
import { DIST, ROOT } from '#open/program/root.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { epochSeconds } from '#core/time/units.ts'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { nowMs } from '#open/program/clock.ts'
import { answerTo, type ToolServer } from './protocol.ts'
import { answerLines } from './stdio.ts'
import { askTool, TOOLS, type ToolData } from './tools.ts'

const INSTRUCTIONS =
  'Time zones by a pinned tz release, which every answer names. If the status is "ambiguous", do not choose: ask the user, then call ' +
  'again with what "say" has in the candidate. If the status is "unknown", say so.'

/** Says what `mcp` takes and does. */
export function registerMcp(command: Command): void {
  command
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .addHelpText(
      'after',
      `
Tools: ${TOOLS.map(({ name }) => name).join(', ')}. An assistant starts it by itself; in its settings:

  { "mcpServers": { "tzref": { "command": "node", "args": ["${join(ROOT, 'tzref.js')}", "mcp"] } } }`,
    )
    .action((options: { dist: string }) => {
      const artifact = openArtifact(join(resolve(options.dist), CURRENT))
      // When the assistant is gone, standard input ends, and so does the process.
      const server = serverOver(toolDataOf(artifact))
      answerLines(process, (message) => answerTo(message, server))
    })
}

/** The artifact for the tools. Its parts are opened when a tool first needs them. */
function toolDataOf(artifact: Artifact): ToolData {
  let almanac: Almanac | undefined
  return {
    release: artifact.manifest.tz,
    almanac: () => (almanac ??= openAlmanac(artifact)),
    now: () => epochSeconds(Math.floor(nowMs() / 1000)),
  }
}

const serverOver = (data: ToolData): ToolServer => ({
  name: 'tzref',
  version: packageJson.version,
  instructions: INSTRUCTIONS,
  tools: new Map(
    TOOLS.map((tool) => {
      const { name, title, description, inputSchema, outputSchema } = tool
      const annotations = { title, readOnlyHint: true, openWorldHint: false }
      const call = (given: Parameters<typeof askTool>[1]): object => {
        const answer = askTool(tool, given, data)
        return {
          content: [{ type: 'text', text: JSON.stringify(answer) }],
          structuredContent: answer,
          isError: answer.status === 'invalid',
        }
      }
      return [name, { listed: { name, title, description, inputSchema, outputSchema, annotations }, call }]
    }),
  ),
})
