import { expect, test } from 'vitest'
import type { Cite } from './cite-state.ts'
import { CslProcessor, type ProcessorOptions } from './processor.ts'
import { readStyle } from './read-style.ts'
import type { CslRecord } from './reference.ts'
import { styleXml } from './testing/style.ts'

type StyleParts = Parameters<typeof styleXml>[0]

const AUTHOR_YEAR = `<group delimiter=" "><names variable="author"><name form="short" and="text"/></names>
<date variable="issued"><date-part name="year"/></date></group>`

const book = (id: string, family: string, given: string, year: number, more: object = {}): CslRecord => ({
  id,
  type: 'book',
  title: `Title ${id}`,
  author: [{ family, given }],
  issued: { 'date-parts': [[year]] },
  ...more,
})

const render = (
  parts: StyleParts,
  records: CslRecord[],
  clusters: (string | Cite)[][],
  options?: ProcessorOptions,
) =>
  new CslProcessor(readStyle(styleXml(parts)), options).render(
    records,
    clusters.map((cites) => ({
      cites: cites.map((cite) => (typeof cite === 'string' ? { id: cite } : cite)),
    })),
  )

const citations = (...input: Parameters<typeof render>) => render(...input).citations.map((one) => one.text())

const entries = (...input: Parameters<typeof render>) =>
  render(...input).bibliography.map(({ rendered }) => rendered.html())

const listOf = (layout: string, attributes = '', sort = '') =>
  `<bibliography ${attributes}>${sort}<layout>${layout}</layout></bibliography>`

test('Works of one author and year get letters in the order of the list', () => {
  const records = [
    book('b', 'Chen', 'Min', 2020),
    book('a', 'Chen', 'Min', 2020),
    book('c', 'Ito', 'Ken', 2020),
  ]
  const parts = {
    citation: 'disambiguate-add-year-suffix="true"',
    cite: AUTHOR_YEAR,
    bibliography: listOf('<text variable="title"/>', '', '<sort><key variable="title"/></sort>'),
  }
  expect(citations(parts, records, [['a', 'b', 'c']])).toEqual(['Chen 2020a; Chen 2020b; Ito 2020'])
})

test('Authors of one family name are told apart by initials, then by given names', () => {
  const parts = {
    citation: 'disambiguate-add-givenname="true"',
    cite: '<names variable="author"><name form="short" initialize-with="."/></names>',
  }
  const records = [book('a', 'Ray', 'Lina', 2001), book('b', 'Ray', 'Omar', 2001)]
  expect(citations(parts, records, [['a', 'b']])).toEqual(['L. Ray; O. Ray'])
  const alike = [book('a', 'Ray', 'Lina', 2001), book('b', 'Ray', 'Lea', 2001)]
  expect(citations(parts, alike, [['a', 'b']])).toEqual(['Lina Ray; Lea Ray'])
})

test('Names are added until cites differ', () => {
  const people = (...families: string[]) => families.map((family) => ({ family, given: 'A.' }))
  const records = [
    { ...book('a', '', '', 1999), author: people('Ode', 'Pim', 'Quist') },
    { ...book('b', '', '', 1999), author: people('Ode', 'Rask', 'Quist') },
  ]
  const parts = {
    citation: 'et-al-min="3" et-al-use-first="1" disambiguate-add-names="true"',
    cite: AUTHOR_YEAR,
  }
  expect(citations(parts, records, [['a', 'b']])).toEqual(['Ode, Pim, et al. 1999; Ode, Rask, et al. 1999'])
})

test('Consecutive numbers collapse into a range', () => {
  const records = ['a', 'b', 'c', 'd', 'e'].map((id) => book(id, id, 'X.', 2000))
  const parts = {
    citation: 'collapse="citation-number"',
    citationSort: '<sort><key variable="citation-number"/></sort>',
    layout: 'prefix="[" suffix="]" delimiter=", "',
    cite: '<text variable="citation-number"/>',
  }
  expect(
    citations(parts, records, [
      ['a', 'b', 'c', 'd', 'e'],
      ['c', 'a', 'b', 'e'],
    ]),
  ).toEqual(['[1–5]', '[1–3, 5]'])
})

test('Years of one author collapse, and cites of the author stand together', () => {
  const records = [book('a', 'Sow', 'B.', 2001), book('b', 'Tang', 'C.', 2002), book('c', 'Sow', 'B.', 2003)]
  const parts = {
    citation: 'collapse="year"',
    citationSort: '<sort><key variable="issued"/></sort>',
    cite: AUTHOR_YEAR,
  }
  expect(citations(parts, records, [['a', 'b', 'c']])).toEqual(['Sow 2001, 2003; Tang 2002'])
})

test('A repeated note says ibid., and with another page the page', () => {
  const cite = `<choose><if position="ibid-with-locator"><text term="ibid" suffix=" "/><text variable="locator"/></if>
<else-if position="ibid"><text term="ibid"/></else-if>
<else-if position="subsequent"><text variable="title" form="short"/></else-if>
<else><text variable="title"/></else></choose>`
  const parts = { style: 'class="note"', layout: 'suffix="."', cite }
  const records = [book('a', 'Uhl', 'D.', 1990, { 'title-short': 'Short' }), book('b', 'Vos', 'E.', 1991)]
  const processor = new CslProcessor(readStyle(styleXml(parts)))
  const notes = [[{ id: 'a' }], [{ id: 'a' }], [{ id: 'a', locator: '7' }], [{ id: 'b' }], [{ id: 'a' }]]
  const { citations: printed } = processor.render(
    records,
    notes.map((cites, at) => ({ cites, noteIndex: at + 1 })),
  )
  expect(printed.map((one) => one.text())).toEqual(['Title a.', 'Ibid.', 'Ibid. 7.', 'Title b.', 'Short.'])
})

test('Repeated authors of a list are replaced', () => {
  const list = listOf(
    '<names variable="author" suffix=", "><name/></names><text variable="title"/>',
    'subsequent-author-substitute="———"',
  )
  const records = [book('a', 'Wolf', 'F.', 1), book('b', 'Wolf', 'F.', 2), book('c', 'Xu', 'G.', 3)]
  expect(entries({ bibliography: list }, records, [['a', 'b', 'c']])).toEqual([
    'F. Wolf, Title a',
    '———, Title b',
    'G. Xu, Title c',
  ])
})

test('Full stops and commas move into American quotation marks only', () => {
  const cite =
    '<group delimiter=", "><text variable="title" quotes="true"/><text variable="publisher"/></group>'
  const records = [book('a', 'Yu', 'H.', 1, { title: 'On "this"', publisher: 'Press' })]
  expect(citations({ cite }, records, [['a']])).toEqual(['“On ‘this,’” Press'])
  const british = { cite, style: 'class="in-text" default-locale="en-GB"' }
  expect(citations(british, records, [['a']])).toEqual(['‘On “this”’, Press'])
})

test('Entries of Chinese and of other works have a layout and terms of their own', () => {
  const names = '<names variable="author"><name et-al-min="2" et-al-use-first="1" form="long"/></names>'
  const bibliography = `<bibliography><layout locale="zh" suffix="。">${names}</layout>
<layout locale="en" suffix=".">${names}</layout></bibliography>`
  const records = [
    {
      ...book('a', '', '', 1),
      language: 'zh-CN',
      author: [
        { family: '赵', given: '一' },
        { family: '钱', given: '二' },
      ],
    },
    {
      ...book('b', '', '', 1),
      language: 'en',
      author: [
        { family: 'Abt', given: 'I.' },
        { family: 'Bur', given: 'J.' },
      ],
    },
  ]
  const parts = { bibliography, style: 'class="in-text" default-locale="zh-CN"' }
  expect(entries(parts, records, [['a', 'b']])).toEqual(['赵一 等。', 'I. Abt et al.'])
})

test('A date range prints shared parts once', () => {
  const cite = '<date variable="issued" form="text"/>'
  const dated = (...parts: number[][]) => [{ ...book('a', '', '', 1), issued: { 'date-parts': parts } }]
  expect(citations({ cite }, dated([2011, 5, 3], [2011, 5, 9]), [['a']])).toEqual(['May 3–9, 2011'])
  expect(citations({ cite }, dated([2011, 5, 3], [2012, 1, 2]), [['a']])).toEqual([
    'May 3, 2011–January 2, 2012',
  ])
})

test('The number of an entry stands apart from its text', () => {
  const list = listOf(
    '<text variable="citation-number" suffix=". "/><text variable="title" suffix="."/>',
    'second-field-align="flush"',
  )
  expect(entries({ bibliography: list }, [book('a', 'Zorn', 'K.', 1)], [['a']])).toEqual([
    '\n    <div class="csl-left-margin">1. </div><div class="csl-right-inline">Title a.</div>\n  ',
  ])
})

test('Runs carry the typography of style and title', () => {
  const list = listOf('<text variable="title" font-style="italic"/>')
  const records = [book('a', 'Abel', 'L.', 1, { title: 'The <i>E. coli</i> of x<sup>2</sup>' })]
  const [entry] = render({ bibliography: list }, records, [['a']]).bibliography
  expect(entry?.rendered.runs()).toEqual([
    { text: 'The ', italic: true },
    { text: 'E. coli' },
    { text: ' of x', italic: true },
    { text: '2', italic: true, raised: 'super' },
  ])
})

/** Values of every JSON type, in places where CSL-JSON expects others. */
const ODD_VALUES: unknown[] = [
  null,
  0,
  -3.5,
  Number.NaN,
  true,
  '',
  ' ',
  '<i>',
  '</i>"\'',
  '“”‘’',
  [],
  [[]],
  [null],
  {},
  [{}],
  { 'date-parts': [[null]] },
  { 'date-parts': [['x', 99, -1]] },
  { 'date-parts': 'no', season: 9 },
  { raw: '????' },
  { literal: 7 },
  [{ family: 3, given: null }],
  [{ family: '' }, 'A', { literal: '<b>' }],
  'x'.repeat(5000),
]

test('No CSL-JSON makes the processor fail', () => {
  const list = listOf(
    `<names variable="author editor"><name and="text" initialize-with="."/><label/></names>
<date variable="issued" form="text"/><number variable="volume" form="ordinal"/><text variable="title" text-case="title"/>
<text variable="page"/><label variable="page"/>`,
    'subsequent-author-substitute="-"',
    '<sort><key variable="author"/><key variable="issued"/><key variable="volume"/></sort>',
  )
  const fields = ['author', 'editor', 'issued', 'volume', 'title', 'page', 'language', 'type', 'note']
  let seed = 20
  const next = (size: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % size
  }
  const records = Array.from(
    { length: 300 },
    (_, at): CslRecord => ({
      id: at,
      ...Object.fromEntries(fields.map((field) => [field, ODD_VALUES[next(ODD_VALUES.length)]])),
    }),
  )
  const parts = {
    citation:
      'disambiguate-add-names="true" disambiguate-add-givenname="true" disambiguate-add-year-suffix="true" collapse="year-suffix"',
    cite: AUTHOR_YEAR,
    bibliography: list,
  }
  const { citations: printed, bibliography } = render(parts, records, [records.map(({ id }) => String(id))])
  expect(printed[0]?.html()).toBeTypeOf('string')
  for (const { rendered } of bibliography) expect(rendered.html()).not.toContain('undefined')
})

test('Names of a style that are also those of properties mean nothing special', () => {
  const parts = {
    style: 'class="in-text" default-locale="constructor"',
    cite: '<text term="and" form="constructor"/><number variable="constructor"/>',
  }
  const records = [{ ...book('a', 'Ode', 'A.', 1), constructor: '1', issued: { raw: 'constructor 1999' } }]
  expect(citations(parts, records, [['a']])).toEqual(['and1'])
})

test('Authors of one family name in many works are told apart', () => {
  const parts = {
    citation: 'disambiguate-add-givenname="true" givenname-disambiguation-rule="all-names"',
    cite: '<names variable="author"><name form="short" initialize-with="."/></names>',
  }
  const records = ['Lina', 'Lea', 'Omar'].map((given) => book(given, 'Ray', given, 2001))
  expect(citations(parts, records, [['Lina', 'Lea', 'Omar']])).toEqual(['Lina Ray; Lea Ray; O. Ray'])
})

test('Text that is too long for a title is printed as it is written', () => {
  const title = `"' `.repeat(10_000)
  expect(citations({}, [book('a', 'Ode', 'A.', 1, { title })], [['a']])).toEqual([title])
})

test('Markup nested without end is printed', () => {
  const title = `${'<i>“a '.repeat(1_500)}${'”</i>'.repeat(1_500)}`
  const [printed = ''] = citations({}, [book('a', 'Ode', 'A.', 1, { title })], [['a']])
  expect(printed.match(/a/g)).toHaveLength(1_500)
})
