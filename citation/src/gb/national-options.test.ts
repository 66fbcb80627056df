import type { NationalOptions } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { CslItem, CslName } from '../csl.ts'
import { formatInText } from '../in-text.ts'
import { formatReferenceList } from '../reference-list.ts'
import { runsText } from '../runs.ts'
import { formatGb } from './gb.ts'

const bookBy = (...author: CslName[]): CslItem => ({ id: '1', type: 'book', title: 'Z', author })
const namesIn = (options: NationalOptions, ...author: CslName[]): string =>
  formatGb(bookBy(...author), 2025, 'numeric', options).split('. Z')[0] ?? ''

const anna = { family: 'Wang', given: 'Anna' }
const shirley = { family: 'Wang', given: 'Shirley' }
const ailun = { family: 'Li', given: 'Ailun' }

test('given names in pinyin print whole, or with initials where the user wants them so', () => {
  expect(namesIn({}, ailun, shirley)).toBe('Li Ailun，Wang S')
  expect(namesIn({ pinyin: 'initials' }, ailun, shirley)).toBe('Li A，Wang S')
})

test('a name that the user states prints as stated, whatever the rule says', () => {
  expect(namesIn({ names: ['Wang Shirley', 'li a'] }, ailun, shirley)).toBe('Li A，Wang Shirley')
  expect(namesIn({ pinyin: 'initials', names: ['Li, Ailun'] }, ailun, anna)).toBe('Li Ailun，Wang A')
  const hyphened = { family: 'Ren', given: 'Kai-lin' }
  expect(namesIn({ names: ['Ren Kai-lin'] }, hyphened)).toBe('Ren Kai-lin')
  expect(formatGb(bookBy(shirley), 2015, 'numeric', { names: ['Wang Shirley'] })).toContain('WANG S.')
})

test('a missing place or publisher is stated where the user wants it, never for an online work', () => {
  const book = bookBy(ailun)
  const stated = (item: CslItem, options: NationalOptions) => formatGb(item, 2025, 'numeric', options)
  expect(stated({ ...book, publisher: 'P' }, { placeholders: true })).toBe('Li Ailun. Z[M]. [S.l.]：P.')
  expect(stated({ ...book, language: 'zh' }, { placeholders: true })).toBe(
    'Li Ailun. Z[M]. [出版地不详]：[出版者不详].',
  )
  expect(stated({ ...book, URL: 'https://a.test' }, { placeholders: true })).not.toContain('[S.l.]')
  expect(formatGb(book, 2015, 'numeric', { placeholders: false })).toBe('LI A. Z[M].')
})

test('a list and its citations follow the options', () => {
  const items = [{ ...bookBy(ailun), URL: 'https://a.test' }]
  const options: NationalOptions = { punctuation: 'half', online: false, pinyin: 'initials' }
  const { entries } = formatReferenceList('gb-2025-author-date', items, options)
  expect(entries.map(runsText)).toEqual(['Li A, n.d. Z[M].'])
  expect(formatInText('gb-2025-author-date', items, [1], options)).toBe('(Li, n.d.)')
})
