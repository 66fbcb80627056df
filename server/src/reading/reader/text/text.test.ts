import { api } from '@scinav/contract'
import type { Block } from '@scinav/documents'
import { expect, test } from 'vitest'
import { addDocument, heading, line } from '../../../testing/documents.ts'
import { countStatements } from '../../../testing/statements.ts'
import { testApp } from '../../../testing/test-app.ts'
import { requireText } from './readable.ts'
import { countBlocksByType, findBlocksByType, findHeadingsAbove, findShapes } from './text.ts'

/** A book with a heading at its begin, tables and captions all over it, and one reference at its end. */
async function book() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '资料' })
  const blockAt = (at: number): Block => {
    if (at === 0) return heading('第一章')
    if (at % 3_000 === 1) return { ...line('表 1 语料'), type: 'caption' }
    if (at % 3_000 === 2) return { ...line('a\tb'), type: 'table', rows: [['a', 'b']] }
    return at === 12_999 ? { ...line('[1] 甲. 书[M]. 2020.'), type: 'reference' } : line('字')
  }
  const blocks = Array.from({ length: 13_000 }, (_, at) => blockAt(at))
  const { document_id } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks)
  const actor = { id: ada.id, is_admin: false, organization: null, session_id: '' }
  const { text } = await requireText({ db: app.base.db, actor }, { document_id })
  return { ctx: app.base, text }
}

test('a long text is looked through in parts, between which others have their turn', async () => {
  const { ctx, text } = await book()
  await findBlocksByType(ctx, text, { after: -1, limit: 1 }, 'heading')
  const { db, counts } = countStatements(ctx.db)
  const reader = { ...ctx, db }

  const shapes = await findShapes(reader, text, 100)
  expect(shapes.map(({ ordinal, type, text }) => [ordinal, type, text])).toEqual(
    [0, 3_000, 6_000, 9_000, 12_000].flatMap((at) => [
      [at + 1, 'caption', '表 1 语料'],
      [at + 2, 'table', ''],
    ]),
  )
  expect(await findShapes(reader, text, 3)).toEqual(shapes.slice(0, 3))
  expect(await countBlocksByType(reader, text, 'reference')).toBe(1)
  const references = await findBlocksByType(reader, text, { after: 5, limit: 9 }, 'reference')
  expect(references.map(({ ordinal }) => ordinal)).toEqual([12_999])
  expect(await findHeadingsAbove(reader, text, 12_998)).toEqual(['第一章'])
  const { all, most_in_a_row } = counts()
  expect(all).toBeGreaterThan(4 * 4)
  expect(most_in_a_row).toBeLessThanOrEqual(2)
})
