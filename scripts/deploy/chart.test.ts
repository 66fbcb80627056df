import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/src/platform/config/config.ts'
import {
  CHART_SIZES,
  chartFingerprint,
  listProcessSets,
  readManifests,
  readRepoFile,
  versions,
} from './chart-files.ts'
import { exampleSecret, unknownSettings } from './settings.ts'

const ROLES = { small: ['all'], middle: ['web', 'worker'], large: ['web', 'worker'] } as const

describe.each(CHART_SIZES)('the chart, %s', (size) => {
  const { head, all } = readManifests(size)
  const processes = listProcessSets(all)

  test('was rendered from the chart as it stands (else: npm run chart)', () => {
    expect(head).toContain(chartFingerprint())
    expect(processes.map(({ labels }) => labels['app.kubernetes.io/component'])).toEqual(ROLES[size])
  })

  test('gives each process settings that hold and that it knows, secrets by reference alone', () => {
    for (const { container, labels } of processes) {
      const named = container.env.map(({ name }) => name)
      expect(unknownSettings(named)).toEqual([])
      expect(new Set(named).size).toBe(named.length)
      const secrets = container.env.flatMap(({ name, valueFrom }) => (valueFrom ? [name] : []))
      expect(named.filter((name) => /KEY|TOKEN|PASSWORD|SECRET|DATABASE_URL|SMTP_URL/.test(name))).toEqual(
        secrets,
      )
      const given = container.env.map(({ name, value }) => [name, value ?? exampleSecret(name)])
      const config = readConfig({ CONFIG_FILE: '', ...Object.fromEntries(given) })
      expect(config.ROLE).toBe(labels['app.kubernetes.io/component'])
      expect(config.PORT).toBe(container.ports[0]?.containerPort)
      // Without those that may be missing it starts as well.
      const needed = container.env.filter(({ valueFrom }) => !valueFrom?.secretKeyRef.optional)
      readConfig({
        CONFIG_FILE: '',
        ...Object.fromEntries(needed.map(({ name, value }) => [name, value ?? exampleSecret(name)])),
      })
    }
  })

  test('asks the probes that there are, runs without root and writes to its volumes alone', () => {
    const probes = readRepoFile('server/src/platform/http/probes.ts')
    for (const { container, pod } of processes) {
      const { startupProbe, livenessProbe, readinessProbe } = container
      const asked = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)
      expect(asked.map(({ path }) => path)).toEqual(['/healthz', '/healthz', '/readyz'])
      for (const { path, port } of asked) {
        expect(probes).toContain(`app.get('${path}'`)
        expect(port).toBe(container.ports[0]?.name)
      }
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
      expect(container.securityContext).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        capabilities: { drop: ['ALL'] },
      })
      expect(Object.keys(container.resources.requests)).toEqual(['cpu', 'memory'])
      expect(container.resources.limits.memory).toMatch(/Gi$/)
    }
  })
})

describe.each(CHART_SIZES)('the chart, %s, when something ends', (size) => {
  const { all } = readManifests(size)
  const processes = listProcessSets(all)

  test('waits longer for the end of a process than the process does', () => {
    const main = readRepoFile('server/src/main.ts')
    const ms = (name: string) =>
      Number(new RegExp(`const ${name} = ([\\d_]+)`).exec(main)?.[1]?.replaceAll('_', ''))
    for (const { container, pod } of processes) {
      const [, before = '0'] = container.lifecycle?.preStop.exec.command ?? []
      const least = Number(before) + (ms('REQUEST_DRAIN_MS') + ms('JOB_DRAIN_MS')) / 1_000
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(least + 60)
    }
  })

  test('keeps all but one process of a role when machines are emptied, and shuts others out', () => {
    const kinds = (kind: string) => all.filter((each) => each.kind === kind)
    const several = processes.filter(({ replicas }) => replicas !== 1)
    expect(
      kinds('PodDisruptionBudget').map(({ metadata, spec }) => [metadata.name, spec.maxUnavailable]),
    ).toEqual(several.map(({ name }) => [name, 1]))
    expect(
      kinds('NetworkPolicy').every(({ spec }) => JSON.stringify(spec.policyTypes) === '["Ingress"]'),
    ).toBe(true)
    expect(kinds('NetworkPolicy').length).toBeGreaterThan(0)
    const scaled = kinds('HorizontalPodAutoscaler').map(({ metadata }) => metadata.name)
    expect(processes.flatMap(({ name, replicas }) => (replicas === undefined ? [name] : []))).toEqual(scaled)
  })
})

test('chart, image and product say the same version, and the image has the Node that the product is pinned to', () => {
  const { chart, app, product, node } = versions()
  expect([chart, app]).toEqual([product, product])
  const bases = [...readRepoFile('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(bases).toEqual([`node:${node}-bookworm-slim`, `node:${node}-bookworm-slim`])
})
