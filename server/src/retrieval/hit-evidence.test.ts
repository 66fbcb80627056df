import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { testApp } from '../testing/test-app.ts'
import { labelConcepts } from './hit-evidence.ts'

test.each(['道路运输安全与道路运输管理', 'machine translation and machine translation evaluation'])(
  'a term that is said twice is called as it stands once: %s',
  async (query) => {
    const { base } = await testApp()
    await addPapers(base, [
      { title: '道路运输的管理', abstract_zh: '道路运输要安全。' },
      { title: 'Machine translation evaluation', abstract: 'Neural machine translation is evaluated.' },
    ])
    const engine = await base.library.current()
    const { list } = await engine.concepts(query)
    const labels = labelConcepts(query, list).map(({ label }) => label)
    expect(labels.length).toBeGreaterThan(0)
    expect(labels.join(' ')).not.toMatch(/与|and/)
  },
)
