// npm run chart: renders the chart in its three sizes with helm into deploy/rendered, for the tests.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoRoot } from '../node24.mjs'
import { CHART_SIZES, chartFingerprint, versions } from './chart-files.ts'

const HELM = process.env.HELM ?? 'helm'
const KUBERNETES = '1.31.0'

const helm = (...args: string[]): string =>
  execFileSync(HELM, args, { cwd: join(repoRoot, 'deploy', 'chart'), encoding: 'utf8' })

for (const size of CHART_SIZES) {
  const values = `values-${size}.yaml`
  process.stdout.write(helm('lint', '.', '--values', values, '--kube-version', KUBERNETES))
  const text = helm('template', 'scinav', '.', '--values', values, '--kube-version', KUBERNETES)
  const head = `# Made by npm run chart; of ${chartFingerprint()}, chart ${versions().chart}\n`
  writeFileSync(join(repoRoot, 'deploy', 'rendered', `${size}.yaml`), head + text)
}
