import { setTimeout as pause } from 'node:timers/promises'
import { blankWork } from '@scinav/contract'
import { expect, test, vi } from 'vitest'
import type { IndexChange } from '../index/document.ts'
import { schemaNamed } from '../index/schema.ts'
import { sendChanges } from './bulk.ts'
import type { OpenSearchClient } from './client.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(async () => {}) }))

const paper = (seq: number, change: number): IndexChange => ({
  ...{ seq, change, cited_by_count: 0 },
  record: JSON.stringify(blankWork(`Paper ${seq}`, 1)),
})

/** A client that answers each bulk as it is told, and notes what came. */
function answering(answers: object[]) {
  const heard: object[][] = []
  const client: OpenSearchClient = {
    ask: async <Answer>(_method: string, _path: string, body?: object | object[]) => {
      heard.push(body as object[])
      return answers.shift() as Answer
    },
    end: () => {},
  }
  const bring = (changes: IndexChange[]) => sendChanges(client, 'i', schemaNamed('papers'), changes, () => {})
  return { heard, bring }
}

const fine = { errors: false }

test('changes carry their number as their version; of one record only the last is sent', async () => {
  const { heard, bring } = answering([fine])
  await bring([paper(1, 4), paper(2, 5), { seq: 2, change: 6, record: null, cited_by_count: 0 }])
  const version = (change: number) => ({ version: change, version_type: 'external_gte' })
  expect(heard[0]).toEqual([
    { index: { _index: 'i', _id: '1', ...version(4) } },
    expect.objectContaining({ seq: 1 }),
    { delete: { _index: 'i', _id: '2', ...version(6) } },
  ])
})

test('what OpenSearch could not take is sent again, alone', async () => {
  const answer = { errors: true, items: [{ index: { status: 201 } }, { index: { status: 429 } }] }
  const { heard, bring } = answering([answer, fine])
  await bring([paper(1, 1), paper(2, 2)])
  expect(heard[1]).toEqual(heard[0]?.slice(2))
})

test('what is there already in a later version is as it should be; anything else that is refused is told', async () => {
  const items = (status: number) => ({
    errors: true,
    items: [{ index: { status, error: { type: 't', reason: 'r' } } }],
  })
  await answering([items(409)]).bring([paper(1, 1)])
  await expect(answering([items(400)]).bring([paper(1, 1)])).rejects.toThrow('400 t: r')
})

test('changes that OpenSearch never takes are given up right after the last attempt', async () => {
  vi.mocked(pause).mockClear()
  const busy = { errors: true, items: [{ index: { status: 429 } }] }
  const { heard, bring } = answering(Array.from({ length: 20 }, () => busy))
  await expect(bring([paper(1, 1)])).rejects.toThrow('takes no more changes')
  expect(heard.length).toBeGreaterThan(1)
  expect(vi.mocked(pause)).toHaveBeenCalledTimes(heard.length - 1)
})
