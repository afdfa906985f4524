// The archive for people without Node: the same bytes twice, small enough, and all of it works in a bare Debian without Node and network.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { newKey, readSigningKey } from '#pipeline/delivery/keys.ts'
import { expectBytes, expectStatement } from '#pipeline/delivery/signed-file.ts'
import { buildIn } from '../../bench/artifact.ts'
import { whyNoContainers } from '../support/servers/container.ts'
import { leftOut } from '../support/left-out.ts'

const lacking = whyNoContainers()
if (lacking !== null) leftOut('the archive in a bare Debian', lacking)

const folder = mkdtempSync(join(tmpdir(), 'tzref-standalone-'))
const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
/** The archive's name says its data too. */
let name = ''
const key = join(folder, 'publisher.pem')
const made = (out: string): string => {
  const args = ['apps/packages/make.ts', '--standalone', '--cpu', process.arch, '--sign', key, '--out', out]
  execFileSync(process.execPath, ['--import', 'tsx', ...args, '--artifact', artifact], {
    cwd: ROOT,
    stdio: 'pipe',
  })
  return join(out, `${name}.tar.gz`)
}
let artifact = ''
let archive = ''
beforeAll(async () => {
  artifact = await buildIn(join(folder, 'built'), { withoutBoundaries: false })
  name = `tzref-${version}-${basename(realpathSync(artifact))}-linux-${process.arch}`
  newKey(key)
  archive = made(join(folder, 'one'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('twice the same bytes, at most 120 MB, and signed', () => {
  const bytes = readFileSync(archive)
  expect(readFileSync(made(join(folder, 'other'))).equals(bytes)).toBe(true)
  process.stdout.write(`${name}.tar.gz: ${(statSync(archive).size / 1e6).toFixed(1)} MB\n`)
  expect(bytes.length).toBeLessThan(120e6)
  const { publicKey } = readSigningKey(key)
  const expected = { purpose: 'program', name: `${name}.tar.gz` } as const
  expectBytes(
    archive,
    bytes,
    expectStatement(archive, readFileSync(`${archive}.sig`, 'latin1'), publicKey, expected),
  )
  execFileSync('sha256sum', ['--check', `${name}.tar.gz.sha256`], { cwd: join(folder, 'one') })
})

/** Runs in the bare Debian. Prints a line for each thing. */
const script = (): string => `cd /opt/${name}
command -v node npm
ask() { exec 3<>/dev/tcp/127.0.0.1/8080 && printf "GET $1 HTTP/1.1\\r\\nHost: x\\r\\nAuthorization: Bearer $2\\r\\nConnection: close\\r\\n\\r\\n" >&3 && cat <&3; }
./tzref --version > /dev/null
began=$(date +%s%N)
./tzref serve > /tmp/log 2>&1 &
until (ask /v1/timezones/UTC x) > /tmp/first 2> /dev/null; do sleep 0.02; done
echo "first answer: $(head -1 /tmp/first | tr -d '\\r') after $(( ($(date +%s%N) - began) / 1000000 )) ms"
until token=$(grep -o 'tzr_[A-Za-z0-9_]*' /tmp/log | head -1) && [ -n "$token" ]; do sleep 0.1; done
(ask /v1/timezones/Europe/Dublin $token) | grep -o '"iana":"Europe/Dublin"'
kill %1; wait %1; echo "ended: $?"
# The lines of deploy/README.md, as it has them, and the unit's own command as its user.
ln -sfn /opt/${name} /opt/tzref && ln -sf /opt/tzref/tzref /usr/local/bin/tzref
useradd --system --home-dir /var/lib/tzref --shell /usr/sbin/nologin tzref && install -d -o tzref -g tzref -m 0700 /var/lib/tzref
start=$(sed -n 's/^ExecStart=//p' /opt/tzref/systemd/tzref.service)
settings=$(sed -n 's/^Environment=//p' /opt/tzref/systemd/tzref.service)
cd / && INVOCATION_ID=x runuser -u tzref -- env $settings $start > /tmp/unit 2>&1 &
for try in $(seq 600); do (ask /v1/timezones/UTC x) > /tmp/first 2> /dev/null && break; sleep 0.1; done
echo "unit: $(head -1 /tmp/first | tr -d '\\r'); $(readlink /var/lib/tzref/dist/current); $(grep -vc '^{' /tmp/unit) lines that are no JSON"
kill %1; wait %1; cd /opt/${name}
while read -r line; do
  ./tzref $line > /tmp/out 2> /tmp/err < /dev/null
  echo "tzref $line: $? $(head -c 300 /tmp/err | tr '\\n' ' ')"
done <<'COMMANDS'
verify
releases
zone Europe/Berlin
lookup 52.5 13.4
convert 2026-01-01T00:00 Berlin Tokyo
export zones /tmp/zones.parquet
export web /tmp/web
export tzif /tmp/zoneinfo
export windows /tmp/windows.csv
keys new /tmp/key.pem
doctor
dump
pack --out /tmp/packed
publish /tmp/published --sign /tmp/key.pem
install /tmp/published/ARCHIVE --allow-unsigned --dist /tmp/dist
verify /tmp/dist/current
account create --email a@example.org --verified
token create --account a@example.org --name x
usage a@example.org
completion bash
prune
COMMANDS
for refused in build lock 'slugs update' 'export menu /tmp/menu'; do
  ./tzref $refused > /tmp/out 2> /tmp/err < /dev/null
  echo "refused $refused: $? $(tail -1 /tmp/err)"
done
`

describe.skipIf(lacking !== null)('in a bare Debian without Node and network', () => {
  const root = join(folder, 'root')
  let printed: string[] = []
  beforeAll(() => {
    execFileSync('/usr/sbin/debootstrap', ['--variant=minbase', 'bookworm', root], {
      stdio: 'pipe',
    })
    mkdirSync(join(root, 'opt'), { recursive: true })
    execFileSync('tar', ['-xzf', archive, '-C', join(root, 'opt')])
    const id = /dist\/(\d{4}[^/]+)\/manifest\.json/.exec(
      execFileSync('tar', ['-tzf', archive], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
    )?.[1]
    writeFileSync(join(root, 'opt/run'), script().replace('ARCHIVE', `${id}.tar.gz`))
    const inside = `ip link set lo up; exec chroot ${root} /usr/bin/env -i PATH=/usr/bin:/bin bash /opt/run`
    const { stdout } = spawnSync(
      '/usr/bin/unshare',
      ['-m', '-n', '-p', '-f', `--mount-proc=${root}/proc`, 'sh', '-c', inside],
      { encoding: 'utf8', timeout: 400_000 },
    )
    process.stdout.write(stdout)
    printed = stdout.split('\n')
  })

  test('it answers, and ends when told to', () => {
    expect(printed[0]).toMatch(/^first answer: HTTP\/1\.1 401 .* after \d+ ms/)
    expect(printed[1]).toBe('"iana":"Europe/Dublin"')
    expect(printed[2]).toBe('ended: 0')
  })
  test('the unit starts over an empty folder, as its user, with the artifact of the archive and a log of JSON', () => {
    expect(printed[3]).toBe(
      `unit: HTTP/1.1 401 Unauthorized; ${basename(realpathSync(artifact))}; 0 lines that are no JSON`,
    )
  })
  test('every command works', () => {
    const lines = printed.filter((line) => line.startsWith('tzref '))
    expect(lines.length).toBe(21)
    expect(lines.filter((line) => !/^[^:]*(?::\d\d [^:]*)?: 0 /.test(line))).toEqual([])
  })
  test('a command that needs the sources of a build says where there are such', () => {
    const lines = printed.filter((line) => line.startsWith('refused '))
    expect(lines.length).toBe(4)
    for (const line of lines)
      expect(line).toMatch(/: 1 +to fix it: do this in a checkout of tzref(?:; or |$)/)
  })
  test('it has the terms of the data and of Node, and says what it needs', () => {
    const at = (file: string): string => readFileSync(join(root, 'opt', name, file), 'utf8')
    expect(at('ODbL-1.0.txt')).toContain('Open Database License')
    expect(at('LICENSE-node')).toContain('Node.js is licensed')
    expect(at('README.md')).toContain('glibc 2.34')
    expect(existsSync(join(root, 'opt', name, 'NOTICE'))).toBe(true)
  })
})
