import { expect, test } from 'vitest'
import { citedNamesInList, yearSuffixes } from './cited-names.ts'
import type { CslItem } from './csl.ts'
import { formatInText } from './in-text.ts'
import { parseName } from './parse-name.ts'
import { runsText } from './runs.ts'
import { formatReference, type StyleId } from './styles.ts'

const item = (names: string, year: number, title = 'A title'): CslItem => ({
  id: `${names}${title}`,
  type: 'article-journal',
  title,
  author: names.split('; ').map((name) => (name === 'others' ? { literal: name } : parseName(name))),
  issued: { 'date-parts': [[year]] },
  'container-title': 'Nature',
})

const marks = (style: StyleId, items: CslItem[]): string[] => {
  const [suffixes, names] = [yearSuffixes(style, items), citedNamesInList(style, items)]
  return items.map((each, at) =>
    formatInText(style, [each], [at + 1], {
      yearSuffixes: [suffixes[at] ?? ''],
      citedNames: [names[at] ?? ''],
    }),
  )
}

test('only papers of the very same authors have letters; others name more authors, or initials', () => {
  const list = [
    item('Abel, Ann; Bo, Cy; Dun, Eve; Fry, Gus', 2020, '1'),
    item('Abel, Ann; Bo, Cy; Hay, Ida; Fry, Gus; Kim, L.', 2020, '2'),
    item('Abel, Ann; Bo, Cy; Hay, Ida; Fry, Gus; Low, M.', 2020, '3'),
    item('Abel, A.; Bo, C.; Dun, E.; Fry, G.', 2020, '4'),
    item('Abel, Zoe', 2020, '5'),
    item('Nye, Ole; Orr, Pia; Que, Ras', 2021, '6'),
    item('Nye, Ole; Orr, Pia; Sol, Tom', 2021, '7'),
    item('Nye, Ole; Orr, Pia; Sol, Tom', 2022, '8'),
  ]
  expect(marks('apa-7', list)).toEqual([
    '(A. Abel, Bo, Dun, & Fry, 2020a)',
    '(A. Abel, Bo, Hay, Fry, & Kim, 2020)',
    '(A. Abel, Bo, Hay, Fry, & Low, 2020)',
    '(A. Abel, Bo, Dun, & Fry, 2020b)',
    '(Z. Abel, 2020)',
    '(Nye, Orr, & Que, 2021)',
    '(Nye, Orr, & Sol, 2021)',
    '(Nye et al., 2022)',
  ])
  expect(marks('chicago-17-author-date', list).slice(4, 6)).toEqual([
    '(Z. Abel 2020)',
    '(Nye, Orr, and Que 2021)',
  ])
  expect(marks('gb-2025-author-date', list)[0]).toBe('（Abel et al.，2020a）')
})

test('two works of a list are never cited alike, whoever wrote them', () => {
  const people = ['Abel, A.', 'Abel, B.', 'Bo, C.', 'Dun, D.', '王利平', 'World Bank', 'Fry, E.']
  const list = Array.from({ length: 120 }, (_, at) => {
    const authors = people.filter((_, place) => ((at * 37 + 11) >> place) % 2 === 1)
    return item((authors.length > 0 ? authors : people).join('; '), 2020 + (at % 2), `T${at}`)
  })
  for (const style of ['apa-7', 'chicago-17-author-date', 'gb-2015-author-date'] as const)
    expect(new Set(marks(style, list)).size).toBe(list.length)
})

test.each([
  ['apa-7', 'Lund, B., et al. (2023). A title. Nature.', '(Lund et al., 2023)'],
  ['ieee', '[1] B. Lund et al., “A title,” Nature, 2023.', '[1]'],
  ['vancouver', '1. Lund B, et al. A title. Nature. 2023.', '(1)'],
  ['mla-9', 'Lund, Bo, et al. “A Title.” Nature, 2023.', '(Lund et al.)'],
  ['chicago-17-author-date', 'Lund, Bo, et al. 2023. “A Title.” Nature.', '(Lund et al. 2023)'],
  ['gb-2025-numeric', '[1] Lund B，et al. A title[J]. Nature，2023.', '[1]'],
] as const)('in %s a list of authors that goes on ends with et al.', (style, entry, mark) => {
  const work = item('Lund, Bo; others', 2023)
  expect(runsText(formatReference(style, work, { number: 1 }))).toContain(entry)
  expect(formatInText(style, [work], [1])).toBe(mark)
})
