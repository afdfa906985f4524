// The lines of "With systemd" and "Watching several hosts" in deploy/README.md, as they stand there, on a copy of this machine that is thrown away, and the commands of the
// units as their user: the server, and the timer's step to a newer release. systemd itself does not run: `systemctl` only notes what it was told.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { newKey, readSigningKey } from '#pipeline/delivery/keys.ts'
import { publish } from '#pipeline/delivery/publish.ts'
import { copyWithoutBoundaries } from '../support/attacks/damaged-artifact.ts'
import { leftOut } from '../support/left-out.ts'

const UNSHARE = '/usr/bin/unshare'
const NODE = '/usr/bin/node'

/** Mounts a copy of this machine's files in a folder: what is written goes into the folder alone. */
const overlay = (folder: string): string =>
  [
    `mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/upper,workdir=${folder}/work ${folder}/system`,
    `mount --bind /proc ${folder}/system/proc`,
    `mount --bind /dev ${folder}/system/dev`,
  ].join(' && ')

function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'root'
  if (!existsSync(NODE)) return `Node as ${NODE}`
  const folder = mkdtempSync(join(tmpdir(), 'tzref-overlay-'))
  for (const name of ['upper', 'work', 'system']) mkdirSync(join(folder, name))
  const { status } = spawnSync(UNSHARE, ['-m', '-n', '-p', '-f', 'sh', '-c', overlay(folder)])
  rmSync(folder, { recursive: true, force: true })
  return status === 0 ? null : 'a kernel that lets root mount an overlay over its files'
}
const lacking = whyNot()
if (lacking !== null) leftOut('the lines of deploy/README.md for systemd', lacking)

/** The command lines of a section. */
const lines = (heading = 'With systemd'): string[] => {
  const text = readFileSync(join(ROOT, 'deploy/README.md'), 'utf8')
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line)
}

/** Runs on the copy. Prints a line for each thing. */
const script = (publicKey: string): string => `set -e
ip link set lo up
mkdir -p /trial/stub && export PATH=/trial/stub:$PATH
for program in systemctl npm; do printf '#!/bin/sh\\necho "%s $*" >> /trial/told\\n' $program > /trial/stub/$program && chmod +x /trial/stub/$program; done
${lines().join('\n')}
set +e
answered() { for try in $(seq 1800); do code=$(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:$1) && break; sleep 0.2; done; echo "$code"; }
ready() { for try in $(seq 300); do code=$(answered 9080/readyz); [ "$code" = 200 ] && break; sleep 0.2; done; echo "$code"; }
# The command of a unit, as systemd gives it to its user: with its settings, each line of ExecStart in order.
unit() {
  settings=$(sed -n 's/^Environment=//p' /etc/systemd/system/$1)
  file=$(sed -n 's/^EnvironmentFile=-*//p' /etc/systemd/system/$1)
  sed -n 's/^ExecStart=//p' /etc/systemd/system/$1 > /tmp/starts
  while read -r start; do
    (cd /opt/tzref && exec runuser -u tzref -- env INVOCATION_ID=x $settings $(cat $file) sh -c "exec $start" < /dev/null) || return 1
  done < /tmp/starts
}
unit tzref.service > /tmp/served 2>&1 &
echo "serves: $(answered 8080/v1/timezones/UTC), ready $(ready)"
echo "current: $(readlink /var/lib/tzref/dist/current)"
(cd /trial/published && exec python3 -m http.server --bind 127.0.0.1 8000 > /dev/null 2>&1) &
until curl -s -o /dev/null http://127.0.0.1:8000/; do sleep 0.2; done
printf 'TZREF_RELEASES=http://127.0.0.1:8000/\\nTZREF_KEY=${publicKey}\\n' > /etc/tzref-release.env
unit tzref-release.service > /tmp/released 2>&1
echo "timer: $?"
echo "then: $(readlink /var/lib/tzref/dist/current)"
for try in $(seq 300); do curl -s http://127.0.0.1:9080/readyz | grep -q -- -none- && break; sleep 0.2; done
echo "swapped: $(curl -s http://127.0.0.1:9080/readyz | grep -o '"artifact":"[^"]*"')"
${lines('Watching several hosts').join('\n')}
# A second server, on ports of its own, with these settings.
printf 'TZREF_PORT=8081\nTZREF_OPS_PORT=9081\n' >> /etc/tzref.env
unit tzref.service > /tmp/watched 2>&1 &
asked() { curl -s -o /dev/null -w '%{http_code}' "$@" http://127.0.0.2:9081/metrics; }
echo "watched: $(answered 8081/v1/timezones/UTC), $(asked) without the token, $(asked -H "Authorization: Bearer $(cat /etc/tzref-ops-token)") with it"
echo "token: $(stat -c '%a %U %G' /etc/tzref-ops-token)"
echo "no JSON: $(grep -vc '^{' /tmp/served)"
echo "owner: $(stat -c %U /var/lib/tzref/accounts.sqlite /var/lib/tzref/dist/current/manifest.json | sort -u)"
echo "told: $(tr '\\n' ';' < /trial/told)"
cat /tmp/released; tail -5 /tmp/served
`

describe.skipIf(lacking !== null)('a server with systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-units-'))
  let printed = ''
  let small = ''
  beforeAll(() => {
    for (const name of ['upper/opt/tzref/node_modules', 'upper/trial', 'work', 'system'])
      mkdirSync(join(folder, name), { recursive: true })
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    for (const file of execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
      .split('\0')
      .filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
      const path = join(folder, 'upper/opt/tzref', file)
      mkdirSync(dirname(path), { recursive: true })
      copyFileSync(join(ROOT, file), path)
    }
    // The next release has zones alone.
    small = copyWithoutBoundaries(inject('embeddedArtifact'), join(folder, 'dist'))
    const key = join(folder, 'publisher.pem')
    newKey(key)
    const published = join(folder, 'upper/trial/published')
    mkdirSync(published, { recursive: true })
    publish([small], published, { keys: [readSigningKey(key)], at: new Date() })
    writeFileSync(join(folder, 'upper/trial/run'), script(readSigningKey(key).publicKey))
    const enter = [
      overlay(folder),
      `mount --bind ${ROOT}/node_modules ${folder}/system/opt/tzref/node_modules`,
      `exec chroot ${folder}/system /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TZREF_NO_UPDATE_CHECK=true bash /trial/run`,
    ].join(' && ')
    const { stdout, stderr } = spawnSync(
      UNSHARE,
      ['-m', '-n', '-p', '-f', '--kill-child', 'sh', '-c', enter],
      {
        encoding: 'utf8',
        timeout: 1_500_000,
        killSignal: 'SIGKILL',
        maxBuffer: 2 ** 26,
      },
    )
    printed = stdout
    process.stdout.write(`${stdout}${stderr.slice(-3000)}`)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const said = (what: string): string | undefined => new RegExp(`^${what}: (.*)$`, 'm').exec(printed)?.[1]

  test('the lines of the document make a server that answers, as its own user', () => {
    expect(lines().length).toBeGreaterThan(6)
    expect(said('serves')).toBe('401, ready 200')
    expect(said('current')).toMatch(/^\d{4}[a-z]+-geo-tz-/)
    expect(said('owner')).toBe('tzref')
    expect(said('no JSON')).toBe('0')
    expect(lines('Watching several hosts').length).toBe(2)
    expect(said('watched')).toBe('401, 401 without the token, 200 with it')
    expect(said('token')).toBe('640 root tzref')
    expect(said('told')).toBe(
      'npm ci --omit=dev --ignore-scripts;systemctl daemon-reload;systemctl enable --now tzref.service;',
    )
  })
  test('the timer’s unit installs the publisher’s release, and the server swaps to it', () => {
    expect(said('timer')).toBe('0')
    expect(said('then')).toBe(basename(small))
    expect(said('swapped')).toBe(`"artifact":"${basename(small)}"`)
  })
})
