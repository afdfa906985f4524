// `tzref mcp`: answers assistants over stdio by the Model Context Protocol, from the current artifact, without a server.
import { join, resolve } from 'node:path'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import type { Command } from 'commander'
import { openAlmanac, type Almanac } from '#ask/almanac.ts'
import { DIST, ROOT } from '#cli/root.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { epochSeconds } from '#core/time/units.ts'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { nowMs } from '#cli/clock.ts'
import { StdioMessages } from './stdio.ts'
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
    .action(async (options: { dist: string }) => {
      const artifact = openArtifact(join(resolve(options.dist), CURRENT))
      // When the assistant is gone, standard input ends, and so does the process.
      await serverOver(toolDataOf(artifact)).connect(new StdioMessages(process))
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

function serverOver(data: ToolData): Server {
  const server = new Server(
    { name: 'tzref', version: packageJson.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map(({ name, title, description, inputSchema, outputSchema }) => ({
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations: { title, readOnlyHint: true, openWorldHint: false },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (tool === undefined)
      throw new McpError(
        ErrorCode.InvalidParams,
        `there is no tool "${params.name}", expected one of ${TOOLS.map(({ name }) => name).join(', ')}`,
      )
    const answer = askTool(tool, params.arguments ?? {}, data)
    return {
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer,
      isError: answer.status === 'invalid',
    }
  })
  return server
}
