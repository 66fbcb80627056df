import { expect, test } from 'vitest'
import { lineAt, textRows } from '../../testing/page-of-lines.ts'
import { splitReferences } from './reference-entries.ts'
import { findReferenceLists, isReferenceTitle } from './references.ts'

const split = (lines: ReturnType<typeof lineAt>[]) =>
  splitReferences(textRows(lines)).map((rows) => rows.map((row) => row.line.text).join(' '))

test('entries begin where numbers count up, not where a line begins with a year', () => {
  const lines = [
    '[1] LI W. Tides[J].',
    '2019. 12(3): 4.',
    '[2] 王五. 潮位[M]. 北京,',
    '[2020]: 5.',
    '[3] Zhao',
  ].map((text, at) => lineAt(text, 50, 100 + at * 12))
  expect(split(lines)).toEqual([
    '[1] LI W. Tides[J]. 2019. 12(3): 4.',
    '[2] 王五. 潮位[M]. 北京, [2020]: 5.',
    '[3] Zhao',
  ])
})

test('a number of an issue at the beginning of a line is no number of an entry', () => {
  const lines = [
    '[1] 王五. 之一[J]. 学报, 2001, 2',
    '(3): 1-8.',
    '[2] 王五. 之二[J]. 学报, 2002, 3',
    '(4): 12-19.',
  ]
  expect(split(lines.map((text, at) => lineAt(text, 50, 100 + at * 12)))).toHaveLength(2)
})

test('without numbers entries begin at the left edge of hanging lines', () => {
  const lines = [
    lineAt('Adams, J. (2019).', 50, 100),
    lineAt('On tides.', 62, 112),
    lineAt('Baker, K. (2020). More.', 50, 124),
  ]
  expect(split(lines)).toEqual(['Adams, J. (2019). On tides.', 'Baker, K. (2020). More.'])
})

test('a stray line beside the column does not hide the hanging lines', () => {
  const entries = ['Adams, J.', 'Baker, K.', 'Cole, M.'].flatMap((name, n) => [
    lineAt(`${name} (2019). On tides.`, 100, 100 + n * 24),
    lineAt('Sea Press.', 112, 112 + n * 24),
  ])
  expect(split([...entries, lineAt('0412.', 10, 190)])).toHaveLength(4)
})

test('the last entry on a page of its own is one', () => {
  const lines = ['Adams, J. (2019). On tides', 'and currents of the', 'north. Sea Press.']
  expect(split(lines.map((text, at) => lineAt(text, at === 0 ? 50 : 72, 100 + at * 12)))).toHaveLength(1)
})

test('titles of lists of references in both languages are known', () => {
  expect(
    ['参考文献', '参 考 文 献', 'References', '7. References', '六、参考文献', 'BIBLIOGRAPHY'].every(
      isReferenceTitle,
    ),
  ).toBe(true)
  expect(isReferenceTitle('References to earlier work are rare')).toBe(false)
})

/** The rows that are taken for the list at the end of a text in which nothing is called references. */
const listed = (lines: ReturnType<typeof lineAt>[]) =>
  findReferenceLists(textRows(lines), [])
    .flatMap(splitReferences)
    .map((rows) => rows.map(({ line }) => line.text).join(' '))
const at = (texts: readonly (string | [string, number])[]) =>
  texts.map((text, row) =>
    typeof text === 'string'
      ? lineAt(text, 50, 100 + row * 12)
      : lineAt(text[0], 50 + text[1], 100 + row * 12),
  )

test('a numbered list at the end is one of references without a heading', () => {
  const list = [1, 2, 3, 4, 5].flatMap((n) => [
    `[${n}] Author N., and Other M. Phys. Rev. ${n},`,
    `(200${n}).`,
  ])
  const found = listed(at(['We thank everybody [1].', ...list]))
  expect(found).toHaveLength(5)
  expect(found[1]).toBe('[2] Author N., and Other M. Phys. Rev. 2, (2002).')
  // Points of a text are no references.
  expect(listed(at(list.map((text) => text.replace(/\(200\d\)/, 'and so on'))))).toEqual([])
  expect(listed(at(list.slice(0, 6)))).toEqual([])
})

test('hanging entries with authors and years at the end are references without a heading', () => {
  const list = ['Adams, J.', 'Baker, K. L.', 'Cole, Mary', 'Dunn, P.', "O'Neil, Q."].flatMap(
    (name, n): (string | [string, number])[] => [`${name} (201${n}). On tides and`, ['currents. Press.', 15]],
  )
  const found = listed(at(['The sea is salt.', ...list]))
  expect(found).toHaveLength(5)
  expect(found[0]).toBe('Adams, J. (2010). On tides and currents. Press.')
  expect(listed(at([...list, 'The sea is salt again.']))).toEqual([])
  // Bodies and unsigned pages stand among them under their names, with the date behind.
  const bodies = ['Tide Watch. (n.d.). Retrieved from https://example.org', 'Sea Office. (2012, May). Tides.']
  expect(listed(at(['The sea is salt.', ...list, ...bodies]))).toHaveLength(7)
  expect(listed(at(['The sea is salt.', ...list, 'The sea (see above) is salt. (2012, p. 3)']))).toEqual([])
})
