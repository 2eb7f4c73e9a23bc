/**
 * `npm run check:deploy`: checks the files for deploying with the tools that read them, as far as this machine has them. It ends
 * with code 1 if one of them finds a mistake, and names the tools that it did not find.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './builds.ts'

const KUBERNETES = '1.33'
const CHART = 'deploy/helm/tidings'
/** Everything that is off by default. */
const VALUES = [
  'serviceMonitor.enabled=true',
  'secret.files.METRICS_TOKEN=metrics-token',
  'roles.smtp.replicas=1',
  'smtp.tlsSecret=mail-certificate',
].flatMap((value) => ['--set', value])
/** Values that the reader must give. */
const COMPOSE_VARIABLES = { POSTGRES_PASSWORD: 'password', SECRETS_KEYS: 'key1:a2V5' }

const directory = mkdtempSync(join(tmpdir(), 'tidings-deploy-'))
let failures = 0

/** Runs a tool and returns its output; null if the machine lacks it. `where`: how one gets it. */
function check(name: string, where: string, [program = '', ...args]: readonly string[]): string | null {
  const env = { ...process.env, ...COMPOSE_VARIABLES }
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: ROOT, env, encoding: 'utf8' })
  const isMissing = error !== undefined || /is not a docker command|unknown (shorthand )?flag/.test(stderr)
  if (isMissing) console.log(`${name}: NOT CHECKED, this machine lacks ${program} or a part of it (${where})`)
  else if (status === 0) console.log(`${name}: ok`)
  else {
    failures += 1
    console.log(`${name}: ${program} ${args.join(' ')} failed\n${stdout}${stderr}`)
  }
  return isMissing ? null : stdout
}

/** Copies of the units: a template needs the name of an instance, and the program must be where the unit says. */
function unitPaths(): string[] {
  const units = [
    ['tidings.service', 'tidings.service'],
    ['tidings@api.service', 'tidings@.service'],
    ['tidings@smtp.service', 'tidings@.service', 'smtp.conf'],
  ] as const
  return units.map(([unit, ...names]) => {
    const path = join(directory, unit)
    const text = names.map((name) => readFileSync(join(ROOT, 'deploy/systemd', name), 'utf8')).join('\n')
    writeFileSync(path, text.replace('/usr/bin/node', process.execPath))
    return path
  })
}

function checkChart(): void {
  const helm = 'https://helm.sh'
  check('chart', helm, ['helm', 'lint', '--strict', '--kube-version', KUBERNETES, CHART])
  const template = ['helm', 'template', 'try', CHART, '--kube-version', KUBERNETES, ...VALUES]
  const manifests = check('templates of the chart', helm, template)
  if (manifests === null) return
  const path = join(directory, 'manifests.yaml')
  writeFileSync(path, manifests)
  // It brings the schemas of Kubernetes. It warns of the ServiceMonitor, which is not a resource of Kubernetes itself.
  const validate = ['kubernetes-validate', '--strict', '--quiet', '--kubernetes-version', KUBERNETES, path]
  check('manifests of the chart', 'pip install kubernetes-validate', validate)
}

try {
  check('systemd units', 'systemd', ['systemd-analyze', 'verify', ...unitPaths()])
  checkChart()
  check('compose.yaml', 'Docker', ['docker', 'compose', '--file', 'compose.yaml', 'config', '--quiet'])
  check('workflows', 'go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12', ['actionlint'])
  check('Dockerfile', 'Docker 27 or newer', ['docker', 'build', '--check', '.'])
} finally {
  rmSync(directory, { recursive: true, force: true })
}
if (failures > 0) process.exitCode = 1
