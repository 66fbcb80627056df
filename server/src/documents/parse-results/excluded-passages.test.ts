import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addReadFile } from '../../testing/read-files.ts'
import { countStatements } from '../../testing/statements.ts'
import { testApp } from '../../testing/test-app.ts'
import { carryExclusions } from './excluded-passages.ts'

test('passages that were left out are found in a new version: by how they begin, the nearest, all in one pass', async () => {
  const app = await testApp()
  const { db } = app.base
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '资料' })
  const versionOf = (passages: string[]) =>
    addReadFile(app.base, { dataset_id, creator_id: ada.id, passages })
  const texts = Array.from({ length: 300 }, (_, at) => `第 ${at} 段。`)
  const old = await versionOf(texts)
  const renewed = await versionOf(['新的。', ...texts.slice(0, 200), '第 7 段。又一次', '别的', '第 7 段。'])
  const left = texts.map((quote, ordinal) => ({ quote, ordinal })).filter(({ ordinal }) => ordinal % 3 === 1)
  const where = { document_id: old.document_id, parse_id: old.parse_id, created_at: '2026-03-01' }
  await db
    .insertInto('left_out_passages')
    .values(left.map((each) => ({ ...where, ...each })))
    .execute()

  const counted = countStatements(db)
  const versions = { from: old.parse_id, to: renewed.parse_id }
  await carryExclusions({ db: counted.db }, old.document_id, versions)

  expect(counted.counts().all).toBeLessThan(10)
  const rows = await db.selectFrom('left_out_passages').select(['parse_id', 'ordinal']).execute()
  const there = left.filter(({ ordinal }) => ordinal < 200).map(({ ordinal }) => ordinal + 1)
  const ordinalsOf = (parse_id: string) =>
    rows
      .filter((row) => row.parse_id === parse_id)
      .map(({ ordinal }) => ordinal)
      .toSorted((a, b) => a - b)
  expect(ordinalsOf(renewed.parse_id)).toEqual(there)
  expect(ordinalsOf(old.parse_id)).toEqual(
    left.filter(({ ordinal }) => ordinal >= 200).map(({ ordinal }) => ordinal),
  )
})
