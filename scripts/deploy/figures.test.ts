import { expect, test } from 'vitest'
import { newFolder } from '../../server/src/testing/new-folder.ts'
import { startRealServer } from '../../server/src/testing/real-server.ts'
import { readRepoFile } from './chart-files.ts'

interface Dashboard {
  panels: { id: number; title: string; targets: { expr: string }[] }[]
  templating: { list: { query: string | { query: string } }[] }
}

const dashboard: Dashboard = JSON.parse(readRepoFile('deploy/grafana/scinav.json'))
const queries = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.flatMap(({ query }) => (typeof query === 'string' ? [] : [query.query])),
]

/** Labels that Prometheus puts on by itself, by where it has read. */
const OF_PROMETHEUS = ['instance', 'job']

/** Names of figures in a query, and of the labels that it asks for. */
function namedIn(query: string): { figures: string[]; labels: string[] } {
  const figures = [...query.matchAll(/\b([a-z0-9_]+)(?=\{)|label_values\((\w+)/g)].map(
    ([, name, listed]) => name ?? listed ?? '',
  )
  const chosen = [...query.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label),
  )
  const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '))
  const listed = [...query.matchAll(/label_values\(\w+, (\w+)\)/g)].map(([, label = '']) => label)
  return { figures, labels: [...chosen, ...grouped, ...listed] }
}

test('the dashboard asks for figures and labels that a server prints', async () => {
  const server = await startRealServer({ DATA_DIR: newFolder(), CONFIG_FILE: '', ENGINES: 'off' })
  await fetch(`${server.url}/readyz`)
  const printed = await (await fetch(`${server.url}/metrics`)).text()
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  const names = new Set([...printed.matchAll(/^([a-z0-9_]+)\{/gm)].map(([, name]) => name))
  const labels = new Set([...printed.matchAll(/[{,](\w+)="/g)].map(([, label]) => label))

  expect(queries.length).toBeGreaterThan(10)
  for (const query of queries) {
    const named = namedIn(query)
    expect(named.figures.length, query).toBeGreaterThan(0)
    for (const figure of named.figures) expect(names, query).toContain(figure)
    for (const label of named.labels.filter((name) => !OF_PROMETHEUS.includes(name)))
      expect(labels, query).toContain(label)
  }
})

test('panels are told apart', () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  expect(new Set(dashboard.panels.map(({ title }) => title)).size).toBe(dashboard.panels.length)
})
