// The archive for people without Node: the same bytes twice, small enough, and all of it works in a bare Debian without Node and network,
// with the command lines of README.md and deploy/README.md as they stand there. Where it cannot run, it says why.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
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

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
/** The section of a document below a heading. */
const section = (path: string, heading: string): string =>
  read(path).split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? ''

/** The two lines of README.md for a machine without Node. */
const readmeLines = (): string[] =>
  (/```text\n(tar [\s\S]*?)```/.exec(read('README.md'))?.[1] ?? '').trim().split('\n')

/** The command lines of "With one file" in deploy/README.md: those of its blocks, and the one to try it, for this archive. */
function deployLines(): { unpack: string[]; trial: string[]; service: string[] } {
  const text = section('deploy/README.md', '## With one file').replaceAll(
    /tzref-\d[\w.-]*-linux-x64(?=\.tar\.gz|\s)/g,
    name,
  )
  const lines = [...text.matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line)
  const trial = [...text.matchAll(/`(mkdir [^`]+|tzref serve [^`]+)`/g)].map(([, line = '']) => line)
  return { unpack: lines.slice(0, 2), trial: trial.toReversed(), service: lines.slice(2) }
}

/** Runs in the bare Debian, where the archive is in /trial/archive. Prints a line for each thing. */
const script = (): string => {
  const [unpack = '', serve = ''] = readmeLines()
  const deploy = deployLines()
  const [mkdir = '', trial = ''] = deploy.trial
  return `command -v node npm
ask() { exec 3<>/dev/tcp/127.0.0.1/8080 && printf "GET $1 HTTP/1.1\\r\\nHost: x\\r\\nAuthorization: Bearer $2\\r\\nConnection: close\\r\\n\\r\\n" >&3 && cat <&3; }
answered() { for try in $(seq 900); do (ask /v1/timezones/UTC x) > /tmp/first 2> /dev/null && break; sleep 0.1; done; head -1 /tmp/first | tr -d '\\r'; rm /tmp/first; }
# The lines of README.md.
cp -r /trial/archive /trial/readme && cd /trial/readme
${unpack}
began=$(date +%s%N)
bash -c '${serve.replace('./tzref', 'exec ./tzref')}' > /tmp/log 2>&1 &
echo "first answer: $(answered) after $(( ($(date +%s%N) - began) / 1000000 )) ms"
until token=$(grep -o 'tzr_[A-Za-z0-9_]*' /tmp/log | head -1) && [ -n "$token" ]; do sleep 0.1; done
(ask /v1/timezones/Europe/Dublin $token) | grep -o '"iana":"Europe/Dublin"'
kill %1; wait %1; echo "ended: $?"
# The lines of deploy/README.md. What systemd does of itself is done here: its program only notes what it was told, and the unit's own command
# runs as its user, with its settings.
mkdir -p /etc/systemd/system && printf '#!/bin/sh\\necho "$*" >> /tmp/systemctl\\n' > /usr/local/bin/systemctl && chmod +x /usr/local/bin/systemctl
cd /trial/archive
${deploy.unpack.join('\n')}
echo "tried: $(runuser -u nobody -- sh -c '${mkdir}' && cd / && { runuser -u nobody -- ${trial} > /tmp/trial 2>&1 & } && answered; grep -c tzr_ /tmp/trial)" | tr '\\n' ' '; echo
kill $(grep -lE '^/opt/tzref.*/bin/node' /proc/[0-9]*/cmdline 2> /dev/null | grep -o '[0-9]*'); sleep 3
set -e
${deploy.service.join('\n')}
set +e
install -d -o tzref -g tzref -m 0700 /var/lib/tzref
start=$(sed -n 's/^ExecStart=//p' /etc/systemd/system/tzref.service)
settings=$(sed -n 's/^Environment=//p' /etc/systemd/system/tzref.service)
cd / && INVOCATION_ID=x runuser -u tzref -- env $settings $(cat /etc/tzref.env) $start > /tmp/unit 2>&1 &
echo "unit: $(answered); $(readlink /var/lib/tzref/dist/current); $(grep -vc '^{' /tmp/unit) lines that are no JSON; told: $(tr '\\n' ';' < /tmp/systemctl)"
kill $(grep -lE '^/opt/tzref.*/bin/node' /proc/[0-9]*/cmdline 2> /dev/null | grep -o '[0-9]*'); sleep 3; cd /opt/${name}
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
export tzvalidate /tmp/transitions.txt
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
}

describe.skipIf(lacking !== null)('in a bare Debian without Node and network', () => {
  const root = join(folder, 'system')
  let printed: string[] = []
  beforeAll(() => {
    execFileSync('/usr/sbin/debootstrap', ['--variant=minbase', 'bookworm', root], {
      stdio: 'pipe',
    })
    mkdirSync(join(root, 'trial/archive'), { recursive: true })
    copyFileSync(archive, join(root, 'trial/archive', basename(archive)))
    const id = /dist\/(\d{4}[^/]+)\/manifest\.json/.exec(
      execFileSync('tar', ['-tzf', archive], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
    )?.[1]
    writeFileSync(join(root, 'trial/run'), script().replace('ARCHIVE', `${id}.tar.gz`))
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    const inside = `ip link set lo up; exec chroot ${root} /usr/bin/env -i PATH=${path} bash /trial/run`
    const { stdout } = spawnSync(
      '/usr/bin/unshare',
      ['-m', '-n', '-p', '-f', `--mount-proc=${root}/proc`, 'sh', '-c', inside],
      { encoding: 'utf8', timeout: 1_500_000 },
    )
    process.stdout.write(stdout)
    printed = stdout.split('\n')
  })

  test('it answers, and ends when told to', () => {
    expect(printed[0]).toMatch(/^first answer: HTTP\/1\.1 401 .* after \d+ ms/)
    expect(printed[1]).toBe('"iana":"Europe/Dublin"')
    expect(printed[2]).toBe('ended: 0')
  })
  test('any user can try it, and is given a token', () => {
    expect(printed[3]?.trim()).toMatch(/^tried: HTTP\/1\.1 401 Unauthorized [1-9]\d*$/)
  })
  test('the unit starts over an empty folder, as its user, with the artifact of the archive and a log of JSON', () => {
    const told = 'daemon-reload;enable --now tzref.service;'
    expect(printed[4]).toBe(
      `unit: HTTP/1.1 401 Unauthorized; ${basename(realpathSync(artifact))}; 0 lines that are no JSON; told: ${told}`,
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

describe.skipIf(lacking !== null)(
  'where it cannot run, it says why in one sentence, and Node is not started',
  () => {
    /** What the launcher of the unpacked archive prints in a folder of a system, with its exit code. */
    const launched = (root: string, shell: string): [number | null, string] => {
      mkdirSync(join(root, 'opt/tzref/bin'), { recursive: true })
      for (const file of ['tzref', 'bin/node'])
        copyFileSync(join(folder, 'system/opt', name, file), join(root, 'opt/tzref', file))
      const { status, stdout, stderr } = spawnSync(
        '/usr/sbin/chroot',
        [root, shell, '/opt/tzref/tzref', 'serve'],
        {
          encoding: 'utf8',
          env: { PATH: '/usr/bin:/bin' },
        },
      )
      return [status, `${stdout}${stderr}`]
    }
    test('in a Debian 11, whose glibc is 2.31', () => {
      const root = join(folder, 'bullseye')
      execFileSync('/usr/sbin/debootstrap', ['--variant=minbase', 'bullseye', root], { stdio: 'pipe' })
      expect(launched(root, '/bin/sh')).toEqual([
        1,
        'tzref: tzref needs glibc 2.34 or later (Debian 12, Ubuntu 22.04, RHEL 9), and this system has 2.31\n',
      ])
    })
  },
)
