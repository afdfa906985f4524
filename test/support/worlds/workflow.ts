// Plays a job of a GitHub workflow on this machine: its steps as bash, its expressions, and what the actions that ours use would do.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'

const Texts = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))
const Step = Type.Object({
  name: Type.Optional(Type.String()),
  id: Type.Optional(Type.String()),
  if: Type.Optional(Type.String()),
  uses: Type.Optional(Type.String()),
  with: Type.Optional(Texts),
  run: Type.Optional(Type.String()),
  env: Type.Optional(Texts),
})
const Job = Type.Object({
  needs: Type.Optional(Type.String()),
  if: Type.Optional(Type.String()),
  env: Type.Optional(Texts),
  outputs: Type.Optional(Texts),
  steps: Type.Array(Step),
})
const Workflow = Type.Object({ env: Type.Optional(Texts), jobs: Type.Record(Type.String(), Job) })
type Step = Static<typeof Step>

/** What a run is given: the values of `github`, `inputs`, `secrets` and `vars`, and where everything is. */
export interface Run {
  readonly github: Readonly<Record<string, string>>
  readonly inputs?: Readonly<Record<string, string | boolean>>
  readonly secrets: Readonly<Record<string, string>>
  readonly vars?: Readonly<Record<string, string>>
  /** An empty folder for this run. */
  readonly folder: string
  /** Where actions/cache keeps what it saves. */
  readonly caches: string
  /** Puts the repository into a folder, as actions/checkout does. */
  readonly checkout: (folder: string) => void
  /** The environment of a runner. */
  readonly env: Readonly<Record<string, string>>
}

/** How a job ended: `skipped`, `success`, or the name of the step that failed; and all that was printed. */
export interface Played {
  readonly ended: string
  readonly printed: string
  readonly outputs: Readonly<Record<string, string>>
}

type Found = string | boolean | number | null

/** Plays the jobs of a workflow in order. A job runs if what it needs has run and its condition holds. Returns how each ended. */
export async function playWorkflow(text: string, run: Run): Promise<Record<string, Played>> {
  const workflow = Value.Parse(Workflow, parse(text))
  const played: Record<string, Played> = {}
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const before = job.needs === undefined ? null : (played[job.needs] ?? null)
    const values = new Map<string, Found>([
      ...valuesOf('github', run.github),
      ...valuesOf('inputs', run.inputs ?? {}),
      ...valuesOf('secrets', { ...run.secrets }),
      ...valuesOf('vars', run.vars ?? {}),
      ...(before === null ? [] : valuesOf(`needs.${job.needs}.outputs`, before.outputs)),
      ['runner.temp', join(run.folder, name, 'temp')],
    ])
    const mayRun = job.needs === undefined || before?.ended === 'success'
    if (mayRun && isTrue(valueOf(job.if ?? 'true', values)))
      played[name] = await playJob(name, workflow.env ?? {}, job, run, values)
    else played[name] = { ended: 'skipped', printed: '', outputs: {} }
  }
  return played
}

const valuesOf = (prefix: string, of: Readonly<Record<string, Found>>): [string, Found][] =>
  Object.entries(of).map(([name, value]) => [`${prefix}.${name}`, value])

async function playJob(
  name: string,
  common: Readonly<Record<string, Found>>,
  job: Static<typeof Job>,
  run: Run,
  values: Map<string, Found>,
): Promise<Played> {
  const workspace = join(run.folder, name, 'workspace')
  const temp = join(run.folder, name, 'temp')
  for (const path of [workspace, temp]) mkdirSync(path, { recursive: true })
  const atEnd: (() => void)[] = []
  let ended = 'success'
  let printed = ''
  for (const [i, step] of job.steps.entries()) {
    values
      .set('success()', ended === 'success')
      .set('failure()', ended !== 'success')
      .set('always()', true)
    const condition = step.if ?? 'success()'
    const isAsked = /\b(?:success|failure|always)\(\)/.test(condition)
    if (!isTrue(valueOf(condition, values)) || (!isAsked && ended !== 'success')) continue
    const title = step.name ?? step.uses ?? step.run?.split('\n', 1)[0] ?? ''
    printed += `\n## ${name}: ${title}\n`
    if (step.uses !== undefined) {
      act(step, { run, workspace, values, atEnd })
      continue
    }
    const output = join(temp, `output-${i}`)
    writeFileSync(output, '')
    const script = join(temp, `step-${i}.sh`)
    writeFileSync(script, filled(step.run ?? '', values))
    const given = { ...common, ...job.env, ...step.env }
    const env = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, filled(String(value), values)]),
    )
    // The shell of a step that names none: https://docs.github.com/actions/reference/workflow-syntax
    const child = spawn('bash', ['-e', script], {
      cwd: workspace,
      env: { ...run.env, ...env, GITHUB_OUTPUT: output, RUNNER_TEMP: temp, GITHUB_WORKSPACE: workspace },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const take = (bytes: Buffer): void => void (printed += bytes.toString('utf8'))
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const [status] = await once(child, 'close')
    for (const line of readFileSync(output, 'utf8').split('\n').filter(Boolean)) {
      const at = line.indexOf('=')
      values.set(`steps.${step.id}.outputs.${line.slice(0, at)}`, line.slice(at + 1))
    }
    if (status !== 0 && ended === 'success') ended = title
  }
  if (ended === 'success') for (const work of atEnd) work()
  const outputs = Object.fromEntries(
    Object.entries(job.outputs ?? {}).map(([key, value]) => [key, filled(String(value), values)]),
  )
  return { ended, printed, outputs }
}

/** Does what an action does. Throws for one that is not known here. */
function act(
  step: Step,
  at: { run: Run; workspace: string; values: ReadonlyMap<string, Found>; atEnd: (() => void)[] },
): void {
  const { run, workspace, values, atEnd } = at
  const given = (name: string): string => filled(String(step.with?.[name] ?? ''), values)
  const [action = ''] = step.uses?.split('@') ?? []
  const save = (): void => {
    const into = join(run.caches, given('key'))
    if (!existsSync(into)) cpSync(join(workspace, given('path')), into, { recursive: true })
  }
  const restore = (): void => {
    const [exact, prefix] = [given('key'), given('restore-keys')]
    const names = readdirSync(run.caches).toSorted()
    const found =
      names.find((name) => name === exact) ??
      names.findLast((name) => prefix !== '' && name.startsWith(prefix))
    if (found !== undefined)
      cpSync(join(run.caches, found), join(workspace, given('path')), { recursive: true })
  }
  if (action === 'actions/checkout') run.checkout(workspace)
  else if (action === 'actions/cache/restore') restore()
  else if (action === 'actions/cache/save') save()
  else if (action === 'actions/cache') {
    restore()
    atEnd.push(save)
  } else if (action !== 'actions/setup-node') throw new Error(`${action}: nobody has said what it does`)
}

/** A text with its expressions replaced by their values. */
const filled = (text: string, values: ReadonlyMap<string, Found>): string =>
  text.replaceAll(/\$\{\{(.*?)\}\}/g, (_all, expression: string) => String(valueOf(expression, values) ?? ''))

const isTrue = (value: Found): boolean => value !== '' && value !== false && value !== null && value !== 0

/** The value of an expression: names, texts, ==, !=, !, &&, || and brackets, as GitHub reads them. Null for a name that has no value. */
function valueOf(expression: string, values: ReadonlyMap<string, Found>): Found {
  const tokens = expression.replaceAll(/^\s*\$\{\{|\}\}\s*$/g, '').match(TOKENS) ?? []
  let at = 0
  const taken = (token: string): boolean => tokens[at] === token && ++at > 0
  const either = (): Found => {
    let left = both()
    while (taken('||')) {
      const right = both()
      left = isTrue(left) ? left : right
    }
    return left
  }
  const both = (): Found => {
    let left = same()
    while (taken('&&')) {
      const right = same()
      left = isTrue(left) ? right : left
    }
    return left
  }
  const same = (): Found => {
    const left = one()
    if (taken('==')) return left === one()
    if (taken('!=')) return left !== one()
    return left
  }
  const one = (): Found => {
    if (taken('!')) return !isTrue(one())
    if (taken('(')) {
      const inner = either()
      at++
      return inner
    }
    const token = tokens[at++] ?? ''
    if (token.startsWith("'")) return token.slice(1, -1)
    if (token === 'true' || token === 'false') return token === 'true'
    if (!/^[\w.-]+(?:\(\))?$/.test(token)) throw new Error(`${expression}: found "${token}"`)
    return values.get(token) ?? null
  }
  return either()
}
const TOKENS = /'[^']*'|==|!=|&&|\|\||!|[\w.-]+\(\)|[\w.-]+|[()]|\S/g

/** An empty folder in another one. */
export const folderIn = (folder: string, prefix: string): string => mkdtempSync(join(folder, prefix))
