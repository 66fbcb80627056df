import { expect, test } from 'vitest'
import { yearSuffixes } from './cited-names.ts'
import type { CslItem, CslName } from './csl.ts'
import type { InTextWords } from './gb/gb-style.ts'
import { formatInText } from './in-text.ts'
import { parseName } from './parse-name.ts'
import { formatReferenceList } from './reference-list.ts'
import { runsText } from './runs.ts'
import { formatReference, isStyleId, styles } from './styles.ts'

const item = (names: string, year: number, title = 'A title'): CslItem => ({
  id: title,
  type: 'article-journal',
  title,
  ...(names === '' ? {} : { author: names.split('; ').map(parseName) }),
  issued: { 'date-parts': [[year]] },
  'container-title': 'Nature',
})

const wang = item('王利平; 刘洪', 2024, '甲')
const park = item('Park, Jung-Ran; Tosaka, Yuji', 2010)
const crane = item('Crane, Diana', 1972)
const many = item('Baker, A.; Cole, B.; Dunn, C.; Evans, D.', 2020)

test('every style has a Chinese or proper name, prints an item, and numbers it where it is numeric', () => {
  expect(styles.map((style) => style.id)).toEqual([
    'spec',
    'gb-2025-numeric',
    'gb-2025-author-date',
    'gb-2015-numeric',
    'gb-2015-author-date',
    'apa-7',
    'mla-9',
    'chicago-17-author-date',
    'chicago-17-notes',
    'vancouver',
    'ieee',
  ])
  for (const { id, system } of styles) {
    const printed = runsText(formatReference(id, crane, { number: 7 }))
    expect(printed, id).toContain('A '.concat(/mla|chicago/.test(id) ? 'Title' : 'title'))
    expect(/^\[7\]|^7\. /.test(printed), id).toBe(system === 'numeric')
  }
})

test('the own style takes its number without a space, the others with one', () => {
  const start = (id: (typeof styles)[number]['id']) =>
    runsText(formatReference(id, crane, { number: 7 })).slice(0, 8)
  expect(start('spec')).toBe('[7]Crane')
  expect(start('gb-2025-numeric')).toBe('[7] Cran')
  expect(start('vancouver')).toBe('7. Crane')
})

test('a name of no style is told apart', () => {
  expect(isStyleId('apa-7')).toBe(true)
  expect(isStyleId('toString')).toBe(false)
})

test('italics come as runs of their own', () => {
  expect(formatReference('apa-7', crane)).toEqual([
    { text: 'Crane, D. (1972). A title. ' },
    { text: 'Nature', italic: true },
    { text: '.' },
  ])
})

test('numbers in the text are put in order and drawn together', () => {
  const cited = (id: (typeof styles)[number]['id'], numbers: number[]) => formatInText(id, [wang], numbers)
  expect(cited('spec', [5, 1, 2, 3])).toBe('[1-3,5]')
  expect(cited('spec', [1])).toBe('[1]')
  expect(cited('gb-2025-numeric', [255, 256, 300])).toBe('[255-256，300]')
  expect(cited('gb-2015-numeric', [1, 3])).toBe('[1,3]')
  expect(cited('vancouver', [1, 2, 4, 5, 6, 6])).toBe('(1,2,4-6)')
  expect(cited('ieee', [1, 2, 3, 5])).toBe('[1]–[3], [5]')
  expect(cited('ieee', [1, 2])).toBe('[1], [2]')
  expect(cited('chicago-17-notes', [12])).toBe('¹²')
})

test('names and years in the text follow the style', () => {
  const all = [wang, park, crane]
  expect(formatInText('gb-2025-author-date', all, [])).toBe(
    '（王利平 等，2024；Park et al.，2010；Crane，1972）',
  )
  expect(formatInText('gb-2015-author-date', all, [])).toBe(
    '(王利平 等, 2024; PARK et al., 2010; CRANE, 1972)',
  )
  expect(formatInText('apa-7', [park, crane, many], [])).toBe(
    '(Baker et al., 2020; Crane, 1972; Park & Tosaka, 2010)',
  )
  expect(formatInText('chicago-17-author-date', [park, many], [])).toBe(
    '(Park and Tosaka 2010; Baker et al. 2020)',
  )
  expect(formatInText('mla-9', [park, many], [])).toBe('(Park and Tosaka; Baker et al.)')
})

test('several works of one author share the name, letters tell equal years apart', () => {
  const list = [crane, item('Crane, Diana', 1972, 'B'), item('Crane, Diana', 1980, 'C')]
  const letters = yearSuffixes('apa-7', list)
  expect(letters).toEqual(['a', 'b', ''])
  expect(formatInText('apa-7', list, [], { yearSuffixes: letters })).toBe('(Crane, 1972a, 1972b, 1980)')
  expect(formatInText('gb-2025-author-date', list, [], { yearSuffixes: letters })).toBe(
    '（Crane，1972a，1972b，1980）',
  )
})

test('who is nobody, and what has no date, is cited as the style says', () => {
  const nobody = item('', 2023, 'Snow: a survey')
  const { issued: _, ...undated } = crane
  expect(formatInText('apa-7', [nobody], [])).toBe('(“Snow: a survey,” 2023)')
  expect(formatInText('gb-2025-author-date', [nobody], [])).toBe('（Anon，2023）')
  expect(formatInText('apa-7', [undated], [])).toBe('(Crane, n.d.)')
})

test('letters go on after z, and numeric styles have none', () => {
  const list = Array.from({ length: 28 }, (_, i) => item('Crane, Diana', 1972, `T${i}`))
  expect(yearSuffixes('gb-2025-author-date', list).slice(24)).toEqual(['y', 'z', 'aa', 'ab'])
  expect(yearSuffixes('gb-2025-numeric', list)[0]).toBe('')
})

test('a numeric list keeps its order and is numbered', () => {
  const { entries, order } = formatReferenceList('gb-2025-numeric', [park, crane])
  expect(order).toEqual([0, 1])
  expect(entries.map(runsText)).toEqual([
    '[1] Park J-R，Tosaka Y. A title[J]. Nature，2010.',
    '[2] Crane D. A title[J]. Nature，1972.',
  ])
})

test('an author-date list sorts: Chinese by pinyin first in GB/T 7714, the alphabet first elsewhere', () => {
  const zhang = item('张三', 2020, '乙')
  const an = item('安宁', 2021, '丙')
  const twice = item('Crane, Diana', 1972, 'Zoo')
  const all = [twice, zhang, park, crane, an]
  const national = formatReferenceList('gb-2025-author-date', all)
  expect(national.order).toEqual([4, 1, 3, 0, 2])
  expect(national.yearSuffixes).toEqual(['', '', 'a', 'b', ''])
  expect(runsText(national.entries[2] ?? [])).toBe('Crane D，1972a. A title[J]. Nature.')
  expect(formatReferenceList('apa-7', all).order).toEqual([3, 0, 2, 4, 1])
})

test('Chicago puts small particles behind the given name and sorts by what follows; all other styles keep them', () => {
  const draw = (family: string, given: string) => ({ ...item('', 2020), author: [{ family, given }] })
  const heads = [
    ['van der Meer', 'Lotte', 'Meer, Lotte van der.'],
    ['d’Alembert', 'Jean', 'Alembert, Jean d’.'],
    ['al-Hakim', 'Tawfiq', 'Hakim, Tawfiq al-.'],
    ['de l’Hôpital', 'Guillaume', 'Hôpital, Guillaume de l’.'],
    ['Van Buren', 'Martin', 'Van Buren, Martin.'],
    ['bell', 'hooks', 'bell, hooks.'],
    ['McAdam', 'Ann', 'McAdam, Ann.'],
  ] as const
  for (const [family, given, head] of heads) {
    for (const id of ['chicago-17-author-date', 'chicago-17-notes'] as const)
      expect(runsText(formatReference(id, draw(family, given)))).toContain(`${head} `)
    expect(runsText(formatReference('mla-9', draw(family, given)))).toContain(`${family}, ${given}. `)
    expect(runsText(formatReference('apa-7', draw(family, given)))).toContain(`${family}, `)
    expect(formatInText('chicago-17-author-date', [draw(family, given)], [1])).toBe(`(${family} 2020)`)
  }
  const parted = {
    ...item('', 2020),
    author: [{ family: 'Meer', given: 'Lotte', 'non-dropping-particle': 'van der', suffix: 'Jr' }],
  }
  expect(runsText(formatReference('chicago-17-notes', parted))).toContain('Meer, Lotte van der, Jr. ')
  const body = { ...item('', 2020), author: [{ literal: 'van der Meer Stichting' }, { family: 'van Dam' }] }
  expect(runsText(formatReference('chicago-17-notes', body))).toContain(
    'van der Meer Stichting, and van Dam. ',
  )

  const list = [draw('van der Meer', 'Lotte'), draw('Nash', 'Ann'), draw('Lund', 'Ada')]
  expect(formatReferenceList('chicago-17-notes', list).order).toEqual([2, 0, 1])
  expect(formatReferenceList('apa-7', list).order).toEqual([2, 1, 0])
})

test('the words of a GB/T 7714 citation follow the cited work, or the text where that is asked for', () => {
  const nobody = { ...item('', 2020), issued: { 'date-parts': [] } }
  const works = [wang, park, nobody]
  const cite = (words?: InTextWords) => formatInText('gb-2025-author-date', works, [], words && { words })
  expect(cite()).toBe('（王利平 等，2024；Park et al.，2010；Anon，n.d.）')
  expect(cite('zh')).toBe('（王利平 等，2024；Park 等，2010；佚名，无日期）')
  expect(cite('en')).toBe('（王利平 et al.，2024；Park et al.，2010；Anon，n.d.）')
  expect(cite('by_source_pairs')).toBe('（王利平和刘洪，2024；Park and Tosaka，2010；Anon，n.d.）')
  expect(cite('zh_pairs')).toBe('（王利平和刘洪，2024；Park 和 Tosaka，2010；佚名，无日期）')
  const pair = { ...wang, author: [{ literal: '李岩' }, { literal: '王平' }] }
  const pairs = (author: CslName[]) =>
    formatInText('gb-2015-author-date', [{ ...pair, author }], [], { words: 'by_source_pairs' })
  expect(pairs(pair.author)).toBe('(李岩和王平, 2024)')
  expect(pairs([{ literal: '李岩' }, { literal: 'others' }])).toBe('(李岩 等, 2024)')
  expect(formatInText('apa-7', [park], [], { words: 'zh' })).toBe('(Park & Tosaka, 2010)')
})
