import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { listDeletedSince } from '../../knowledge/ingestion/file-document.store.ts'
import { findFileBases, findHeadings } from '../../knowledge/passages/passage.store.ts'
import { addDocument, line } from '../../testing/documents.ts'
import { explainPlans } from '../../testing/statements.ts'
import { testApp } from '../../testing/test-app.ts'
import { findUses, removeIfUnheld } from '../storage/file.store.ts'
import * as heldParses from './parse-lease.store.ts'
import * as parseQueue from './parse-queue.store.ts'
import * as parseUpkeep from './parse-upkeep.store.ts'

test('files that an older parser has read are found, and their bytes are held', async () => {
  const { base, signUp } = await testApp()
  const ada = await signUp('Ada')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '资料' })
  const read = await addDocument(base, { dataset_id, creator_id: ada.id }, [line('一')])
  const bytes = [{ id: read.bytes_id, mime: 'application/pdf' }]
  expect(await parseUpkeep.listOutdated(base.db, ['newer'], '')).toEqual({ bytes, next: null })
  expect(await parseUpkeep.listOutdated(base.db, [`test ${read.parse_id}`], '')).toEqual({
    bytes: [],
    next: null,
  })
  expect(await parseUpkeep.listOutdated(base.db, ['newer'], read.parse_id)).toEqual({ bytes: [], next: null })
  expect(await removeIfUnheld(base.db, read.bytes_id)).toBe(false)
})

if (process.env.TEST_DATABASE === 'sqlite') {
  test('whoever looks for work, or holds some, reads no parses that have ended', async () => {
    const { base } = await testApp()
    const look = { now: '2026', longest_lease: '2027', own_leases: ['a'], gone_leases: ['b'] }
    const plans = await explainPlans(base.db, async (db) => {
      await parseQueue.hasQueued(db)
      await heldParses.findOrphans(db, look)
      await heldParses.listLeases(db)
      await parseQueue.listTurns(db)
      await heldParses.findHeldLeases(db, ['a'])
      await heldParses.findByLease(db, 'a')
      await heldParses.extendLeases(db, ['a'], '2026')
      await heldParses.updateIfHeld(db, 'a', { done: 1 })
      await parseQueue.countQueued(db, 'ada')
    })
    expect(plans.filter((line) => /parses/.test(line) && !/parses_(leased|queue|open)/.test(line))).toEqual(
      [],
    )
  })

  test('documents are found without reading all of a database, or of a dataset', async () => {
    const { base } = await testApp()
    const uses = await explainPlans(base.db, (db) => findUses(db, 'file'))
    expect(uses.filter((line) => /^SCAN documents/.test(line))).toEqual([])
    const bin = await explainPlans(base.db, (db) =>
      listDeletedSince(db, 'a', '2026', { page_num: 1, page_size: 10 }),
    )
    expect(bin.filter((line) => /documents/.test(line) && !/documents_bin/.test(line))).toEqual([])
    const read = await explainPlans(base.db, (db) => findFileBases(db, 'ada', null))
    expect(read.join()).toMatch(/documents_read/)
    const headings = await explainPlans(base.db, (db) => findHeadings(db, ['parse']))
    expect(headings.join()).toMatch(/parse_id=\? AND ordinal<\?/)
    const removed = await explainPlans(base.db, (db) => removeIfUnheld(db, 'bytes'))
    expect(removed.filter((line) => /^SCAN/.test(line))).toEqual([])
  })
}
