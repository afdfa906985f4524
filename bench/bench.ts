// `npm run bench -- <part>`: measures one part against a named peer in the same run, and prints a ratio.

/** Each part is loaded only when it is asked for. */
const PARTS: Readonly<
  Record<string, () => Promise<(argument?: string, second?: string) => void | Promise<void>>>
> = {
  abuse: async () => (await import('./abuse.ts')).benchAbuse,
  access: async () => (await import('./access.ts')).benchAccess,
  alone: async () => (await import('./alone.ts')).benchAlone,
  http: async () => (await import('./http.ts')).benchHttp,
  crowd: async () => (await import('./crowd.ts')).benchCrowd,
  charges: async () => (await import('./charges.ts')).benchCharges,
  closure: async () => (await import('./closure.ts')).benchClosure,
  clocks: async () => (await import('./clocks.ts')).benchClocks,
  'sign-ins': async () => (await import('./sign-ins.ts')).benchSignIns,
  growth: async () => (await import('./growth.ts')).benchGrowth,
  lost: async () => (await import('./lost.ts')).benchLost,
  lookup: async () => (await import('./look-up.ts')).benchLookup,
  names: async () => (await import('./names.ts')).benchNames,
  dear: async () => (await import('./dear.ts')).benchDear,
  routes: async () => (await import('./routes.ts')).benchRoutes,
  lists: async () => (await import('./lists.ts')).benchLists,
  swaps: async () => (await import('./swaps.ts')).benchSwaps,
  starts: async () => (await import('./starts.ts')).benchStarts,
  scale: async () => (await import('./scale.ts')).benchScale,
  tz: async () => (await import('./tz.ts')).benchTz,
  where: async () => (await import('./where.ts')).benchWhere,
}

const [, , part = '', argument, second] = process.argv
const load = Object.hasOwn(PARTS, part) ? PARTS[part] : undefined
if (load === undefined) {
  const known = Object.keys(PARTS).toSorted().join(', ')
  console.error(part === '' ? 'bench: which part?' : `bench: there is no part "${part}".`)
  console.error(`Known parts: ${known}. For example: npm run bench -- tz`)
  process.exitCode = 2
} else {
  const bench = await load()
  await bench(argument, second)
}
