import type { WorkNotice } from '@scinav/contract'
import { expect, test } from 'vitest'
import { findStandingNotice, standingStatus } from './standing.ts'

type Kind = WorkNotice['kind']
const notice = (kind: Kind, date: string | null = null): WorkNotice => ({
  kind,
  date,
  reasons: [],
  doi: null,
  url: null,
})

test.each<[string, [Kind, string?][], Kind | null]>([
  ['nothing', [], null],
  [
    'the heavier notice, though a lighter one is later',
    [
      ['retracted', '2020-01-01'],
      ['concern', '2021-01-01'],
    ],
    'retracted',
  ],
  [
    'the retraction after a concern',
    [
      ['concern', '2020-01-01'],
      ['retracted', '2021-01-01'],
    ],
    'retracted',
  ],
  [
    'the reinstatement',
    [
      ['retracted', '2020-01-01'],
      ['reinstated', '2021-01-01'],
    ],
    'reinstated',
  ],
  ['the reinstatement of an undated retraction', [['reinstated', '2021-01-01'], ['retracted']], 'reinstated'],
  ['an undated reinstatement', [['retracted', '2020-01-01'], ['reinstated']], 'reinstated'],
  [
    'a second retraction',
    [
      ['retracted', '2020-01-01'],
      ['reinstated', '2021-01-01'],
      ['retracted', '2022-01-01'],
    ],
    'retracted',
  ],
  [
    'a correction that outlasts a reinstatement',
    [
      ['corrected', '2020-01-01'],
      ['retracted', '2020-02-01'],
      ['reinstated', '2021-01-01'],
    ],
    'corrected',
  ],
])('of several notices there stands %s', (_name, notices, kind) => {
  const all = notices.map(([kind, date]) => notice(kind, date ?? null))
  expect(findStandingNotice(all)?.kind ?? null).toBe(kind)
  expect(findStandingNotice(all.toReversed())?.kind ?? null).toBe(kind)
})

test('of equal notices the latest stands', () => {
  const notices = [notice('retracted', '2021-05-05'), notice('retracted', '2023-01-01'), notice('retracted')]
  expect(findStandingNotice(notices)?.date).toBe('2023-01-01')
})

test('the heavier of record and notice counts, and a reinstatement lifts what the record states', () => {
  expect(standingStatus('retracted', null)).toBe('retracted')
  expect(standingStatus('normal', notice('concern'))).toBe('concern')
  expect(standingStatus('retracted', notice('corrected'))).toBe('retracted')
  expect(standingStatus('corrected', notice('retracted'))).toBe('retracted')
  expect(standingStatus('retracted', notice('reinstated'))).toBe('normal')
  expect(standingStatus('corrected', notice('reinstated'))).toBe('corrected')
})
