// The commands that ask for times and zones: the same in the checkout's program and in the npm package's, each with its own data.
import type { Command } from 'commander'
import type { Listed } from './program.ts'
import type { DataSource } from './data-source.ts'

/** Adds the commands. Their data is loaded when one of them runs. */
export function questions(
  data: () => Promise<DataSource>,
): Readonly<Record<'zone' | 'convert' | 'lookup' | 'runtime', Listed>> {
  const over = async (
    register: (command: Command, data: DataSource) => void,
  ): Promise<(command: Command) => void> => {
    const source = await data()
    return (command) => register(command, source)
  }
  return {
    zone: {
      summary: 'show what a zone does at a moment, its next changes, and why: the lines of the tz release',
      group: 'Ask',
      load: async () => over((await import('./zone.ts')).registerZone),
    },
    convert: {
      summary: 'show one moment on several clocks',
      group: 'Ask',
      load: async () => over((await import('./convert.ts')).registerConvert),
    },
    lookup: {
      summary: 'the time zone at a point, or at every point on stdin',
      group: 'Ask',
      load: async () => over((await import('./look-up.ts')).registerLookup),
    },
    runtime: {
      summary: 'say which tz release a runtime has, and which zones it gets wrong',
      group: 'Ask',
      load: async () => over((await import('./runtime.ts')).registerRuntime),
    },
  }
}
