import { expect, test } from 'vitest'
import { learnLabels } from './labels.ts'
import type { OpenedIndex } from './opened-index.ts'

test('labels are looked up again only where their search failed', async () => {
  const labels = new Map<string, string>()
  const author = {
    hasLabel: (key: string) => labels.has(key),
    setLabel: (key: string, label: string) => void labels.set(key, label),
  }
  const found = (key: string, label: string) => ({
    status: 200,
    hits: { hits: [{ fields: { labels: [JSON.stringify({ author: [[key, label]] })] } }] },
  })
  const replies = [
    [found('li wei', 'Li Wei'), { status: 503 }, { status: 200 }],
    [found('wang fang', 'Wang Fang')],
  ]
  const asked: number[] = []
  const client = {
    ask: async (_method: string, _path: string, lines: unknown[]) => {
      asked.push(lines.length / 2)
      return { responses: replies.shift() }
    },
  }
  const opened = { client, target: { index: 'papers' }, tables: { author } } as unknown as OpenedIndex
  const values: Parameters<typeof learnLabels>[1] = ['li wei', 'wang fang', 'nobody'].map((key) => [
    'author',
    key,
  ])
  await learnLabels(opened, values)
  expect(Object.fromEntries(labels)).toEqual({ 'li wei': 'Li Wei', nobody: 'nobody' })
  await learnLabels(opened, values)
  expect(labels.get('wang fang')).toBe('Wang Fang')
  expect(asked).toEqual([3, 1])
})
