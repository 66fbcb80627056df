import { expect, test } from 'vitest'
import type { CslItem } from '../csl.ts'
import { parseName } from '../parse-name.ts'
import { formatGb } from './gb.ts'

const people = (written: string) => written.split('; ').map(parseName)

const article: CslItem = {
  id: 'a',
  type: 'article-journal',
  author: people('Park, Jung-Ran; Tosaka, Yuji'),
  title: 'Metadata quality control: criteria, semantics (and mechanisms)',
  'container-title': 'Cataloging & Classification Quarterly',
  volume: '48',
  issue: '8',
  page: '696–715',
  issued: { 'date-parts': [[2010, 9, 23]] },
  accessed: { 'date-parts': [[2013, 9, 5]] },
  DOI: '10.1080/01639374.2010.508711',
}

const chinese: CslItem = {
  id: 'b',
  type: 'article-journal',
  author: people('李幼平; 王莉'),
  title: '循证医学研究方法：附视频',
  'container-title': '中华移植杂志（电子版）',
  issued: { 'date-parts': [[2010]] },
  volume: '4',
  issue: '3',
  page: '225-228',
}

const book: CslItem = {
  id: 'c',
  type: 'book',
  author: people('张三'),
  title: '甲',
  edition: '第2版',
  issued: { 'date-parts': [[2020]] },
}

test('an article prints after 2025 with the surname in small letters, the hyphen kept and the DOI', () => {
  expect(formatGb(article, 2025, 'numeric')).toBe(
    'Park J-R，Tosaka Y. Metadata quality control：criteria，semantics（and mechanisms）[J/OL]. Cataloging & Classification Quarterly，2010，48（8）：696-715. DOI:10.1080/01639374.2010.508711.',
  )
})

test('an article prints after 2015 with the surname in capitals, without the hyphen and with the day of the visit', () => {
  expect(formatGb(article, 2015, 'numeric')).toBe(
    'PARK J R, TOSAKA Y. Metadata quality control: criteria, semantics (and mechanisms)[J/OL]. Cataloging & Classification Quarterly, 2010, 48(8): 696-715[2013-09-05]. DOI:10.1080/01639374.2010.508711.',
  )
})

test('the year stands behind the names in the author-date system, with its letter', () => {
  expect(formatGb(chinese, 2025, 'author-date', { yearSuffix: 'b' })).toBe(
    '李幼平，王莉，2010b. 循证医学研究方法：附视频[J]. 中华移植杂志（电子版），4（3）：225-228.',
  )
})

test('half-width punctuation reaches stored text, by-language leaves Latin entries half-width', () => {
  expect(formatGb(chinese, 2025, 'numeric', { punctuation: 'half' })).toBe(
    '李幼平, 王莉. 循证医学研究方法: 附视频[J]. 中华移植杂志 (电子版), 2010, 4(3): 225-228.',
  )
  expect(formatGb(chinese, 2025, 'numeric', { punctuation: 'language' })).toBe(
    '李幼平，王莉. 循证医学研究方法：附视频[J]. 中华移植杂志（电子版），2010，4（3）：225-228.',
  )
  expect(formatGb(article, 2025, 'numeric', { punctuation: 'language', online: false })).toBe(
    'Park J-R, Tosaka Y. Metadata quality control: criteria, semantics (and mechanisms)[J]. Cataloging & Classification Quarterly, 2010, 48(8): 696-715.',
  )
  expect(formatGb(article, 2025, 'numeric', { punctuation: 'structure', online: false })).toBe(
    'Park J-R，Tosaka Y. Metadata quality control: criteria, semantics (and mechanisms)[J]. Cataloging & Classification Quarterly，2010，48（8）：696-715.',
  )
})

test('a printed book without place or publisher says so after 2015 and leaves it out after 2025', () => {
  expect(formatGb(book, 2015, 'numeric')).toBe('张三. 甲[M]. 2 版. [出版地不详]: [出版者不详], 2020.')
  expect(formatGb({ ...book, publisher: '乙社' }, 2015, 'numeric')).toBe(
    '张三. 甲[M]. 2 版. [出版地不详]: 乙社, 2020.',
  )
  expect(formatGb({ ...book, title: 'A', 'publisher-place': 'London' }, 2015, 'numeric')).toBe(
    '张三. A[M]. 2nd ed. London: [s.n.], 2020.',
  )
  expect(formatGb({ ...book, URL: 'https://a.b/' }, 2015, 'numeric')).toBe(
    '张三. 甲[M/OL]. 2 版. 2020. https://a.b/.',
  )
  expect(formatGb(book, 2025, 'numeric')).toBe('张三. 甲[M]. 2 版. 2020.')
})

test('a space before a mark goes with it, and volume and issue have the marks of the entry', () => {
  const spaced = { ...article, title: 'Snow : a survey , revised', volume: '5(2)', issue: '1(S)' }
  expect(formatGb(spaced, 2025, 'numeric', { online: false })).toContain(
    'Snow：a survey，revised[J]. Cataloging & Classification Quarterly，2010，5（2）（1（S））：696-715.',
  )
})

test('what a record lacks leaves no mark behind', () => {
  const bare: CslItem = { id: 'd', type: 'article-journal', title: '甲' }
  expect(formatGb(bare, 2025, 'numeric')).toBe('甲[J].')
  expect(formatGb(bare, 2025, 'author-date')).toBe('佚名，无日期. 甲[J].')
  expect(formatGb({ ...bare, title: 'A' }, 2025, 'author-date', { yearSuffix: 'a' })).toBe(
    'Anon，n.d.-a. A[J].',
  )
  for (const type of [
    'book',
    'chapter',
    'thesis',
    'report',
    'webpage',
    'dataset',
    'article',
    'patent',
  ] as const)
    for (const edition of [2015, 2025] as const) {
      const printed = formatGb({ id: 'e', type }, edition, 'numeric')
      expect(printed).not.toMatch(/undefined|null|，，|, ,|\.\.|[：:]\.|（）|\(\)/)
    }
})

test('an article that is only online yet prints its day', () => {
  const early: CslItem = {
    id: 'f',
    type: 'article-journal',
    author: people('张群'),
    title: '甲',
    'container-title': '铁道学报',
    issued: { 'date-parts': [[2024, 5, 9]] },
    URL: 'https://a.b/',
  }
  expect(formatGb(early, 2025, 'numeric')).toBe('张群. 甲[J/OL]. 铁道学报，2024-05-09. https://a.b/.')
})

test('an identifier that the address holds is printed once', () => {
  const address = `https://doi.org/${article.DOI}`
  const printed = formatGb({ ...article, URL: address }, 2025, 'numeric')
  expect(printed.endsWith(`696-715. ${address}.`)).toBe(true)
})

test('a CSTR stands where there is no DOI, after 2025 only', () => {
  const thesis: CslItem = {
    id: 'g',
    type: 'thesis',
    author: people('井丽南'),
    title: '甲',
    publisher: '中国科学院大学',
    'publisher-place': '北京',
    issued: { 'date-parts': [[2022]] },
    custom: { cstr: '35001.37' },
  }
  expect(formatGb(thesis, 2025, 'numeric')).toBe(
    '井丽南. 甲[D/OL]. 北京：中国科学院大学，2022. CSTR:35001.37.',
  )
})

test('carriers other than the net are named', () => {
  expect(
    formatGb({ ...book, publisher: '社', 'publisher-place': '京', medium: 'CD-ROM' }, 2025, 'numeric'),
  ).toBe('张三. 甲[M/CD]. 2 版. 京：社，2020.')
})

test('light mark-up in a title is made plain', () => {
  expect(formatGb({ ...book, title: 'H<sub>2</sub>O 与 $x^2$' }, 2025, 'numeric')).toBe(
    '张三. H2O 与 x2[M]. 2 版. 2020.',
  )
})
