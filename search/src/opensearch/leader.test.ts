import { expect, onTestFinished, test } from 'vitest'
import { SearchUnavailable } from '../engine.ts'
import type { OpenSearchClient } from './client.ts'
import { createLeadership } from './leader.ts'
import { OpenSearchRefused } from './request.ts'

/** One document that knows how often it was written; of the next time it is, `lose` has nobody hear. */
function document(): OpenSearchClient & { lose: () => void } {
  let isLost = false
  let seq = 0
  let source: object | null = null
  const refused = (status: number) => new OpenSearchRefused(status, 'x', 'x')
  const read = () => {
    if (source === null) throw refused(404)
    return { _seq_no: seq, _primary_term: 1, _source: source }
  }
  const write = (over: string | undefined, body: object | null) => {
    const fits = over === undefined ? source === null : source !== null && Number(over) === seq
    if (!fits) throw refused(409)
    seq += 1
    source = body
    if (isLost) {
      isLost = false
      throw new SearchUnavailable('no answer')
    }
    return { _seq_no: seq, _primary_term: 1 }
  }
  return {
    ask: async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
      const over = /if_seq_no=(\d+)/.exec(path)?.[1]
      return (method === 'GET' ? read() : write(over, method === 'DELETE' ? null : (body ?? {}))) as Answer
    },
    end: () => {},
    lose: () => {
      isLost = true
    },
  }
}

function two() {
  const client = document()
  let time = 0
  const now = () => time
  const [ada, bob] = ['ada', 'bob'].map((holder) => createLeadership(client, '/d', { now, holder }))
  if (!ada || !bob) throw new Error('nobody')
  onTestFinished(async () => {
    await Promise.all([ada.release(), bob.release()])
  })
  return { ada, bob, lose: client.lose, later: (ms: number) => (time += ms) }
}

test('one of two leads, until it says nothing any more', async () => {
  const { ada, bob, later } = two()
  expect([await ada.leads(), await bob.leads()]).toEqual([true, false])
  later(5_000)
  expect([await ada.leads(), await bob.leads()]).toEqual([true, false])
  later(5_000)
  expect(await bob.leads()).toBe(false)
  later(9_000)
  expect(await bob.leads()).toBe(true)
  expect(await ada.leads()).toBe(false)
})

test('whoever goes leaves it to the next one at once', async () => {
  const { ada, bob } = two()
  expect(await ada.leads()).toBe(true)
  await ada.release()
  expect(await bob.leads()).toBe(true)
})

test('whoever did not hear that it was written down still leads', async () => {
  const { ada, bob, lose, later } = two()
  lose()
  await expect(ada.leads()).rejects.toThrow('no answer')
  expect([await ada.leads(), await bob.leads()]).toEqual([true, false])
  later(5_000)
  lose()
  await expect(ada.leads()).rejects.toThrow('no answer')
  expect([await ada.leads(), await bob.leads()]).toEqual([true, false])
})

test('whoever was taken over from does not lead again because it did before', async () => {
  const { ada, bob, lose, later } = two()
  expect([await ada.leads(), await bob.leads()]).toEqual([true, false])
  later(9_000)
  lose()
  await expect(bob.leads()).rejects.toThrow('no answer')
  expect([await ada.leads(), await bob.leads()]).toEqual([false, true])
})
