import { expect, test } from 'vitest'
import type { Block, ParsedDocument } from '../document.ts'
import { readTei } from './read-tei.ts'
import { withStructure } from './with-structure.ts'

const box = (page: number, y: number) => ({ page, x0: 72, x1: 300, y0: y, y1: y + 10 })

/** A block of these lines, one below the other. */
function block(type: Block['type'], page: number, y: number, ...lines: string[]): Block {
  let start = 0
  const places = lines.map((line, at) => {
    const place = { start, box: box(page, y + 12 * at) }
    start += line.length + 1
    return place
  })
  const boxes = [{ ...box(page, y), y1: y + 12 * lines.length - 2 }]
  return { type, text: lines.join(' '), page, boxes, lines: places }
}

const documentOf = (blocks: Block[]): ParsedDocument => ({
  title: 'Running head',
  authors: [],
  identifiers: {},
  language: 'en',
  pages: [],
  blocks,
  outline: [],
  warnings: [],
  parser: { name: 'test', version: '1' },
})

const tei = (inner: { title?: string; author?: string; body?: string; back?: string }, more = '') =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<TEI xml:space="preserve" xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc>
<titleStmt><title level="a" type="main">${inner.title ?? ''}</title></titleStmt>
<sourceDesc><biblStruct><analytic>${inner.author ?? ''}</analytic></biblStruct></sourceDesc>
</fileDesc></teiHeader><text xml:lang="en"><body>${inner.body ?? ''}</body>
<back><div type="references"><listBibl>${inner.back ?? ''}</listBibl></div></back></text></TEI>${more}`)

const person = (first: string, last: string) =>
  `<author><persName><forename type="first">${first}</forename><surname>${last}</surname></persName></author>`
const head = (text: string, n = '') => `<div><head${n && ` n="${n}"`}>${text}</head><p>…</p></div>`
const raw = (text: string) => `<biblStruct><note type="raw_reference">${text}</note></biblStruct>`

const paper = () =>
  documentOf([
    block('paragraph', 1, 80, 'On the Growth of', 'Lake Ice'),
    block('other', 1, 110, 'Ada Stone and Bo Li'),
    block('paragraph', 1, 130, '1 Introduction', 'Ice grows when it is cold,', 'as everybody knows.'),
    block('heading', 1, 190, 'Important remark'),
    block('paragraph', 1, 210, 'Remarks are no sections.'),
    block('heading', 1, 230, '2 Methods'),
    block('paragraph', 2, 80, 'We measured it.'),
    block('paragraph', 2, 110, '3 Results', 'It grew.'),
    block('paragraph', 2, 200, '[1] A. Stone. Ice on lakes. 2001. [2] B. Li. Cold', 'winters. 2003.'),
    block('footnote', 2, 230, '1 A note between.'),
    block('paragraph', 3, 80, '[3] C. Moss. Thaw and', 'frost. 2010.'),
  ])

const told = {
  title: 'On the growth of lake ice',
  author: person('Ada', 'Stone') + person('Bo', 'Li') + person('No', 'Body'),
  body: head('Introduction', '1') + head('Methods', '2') + head('Results', '3'),
  back:
    raw('A. Stone. Ice on lakes. 2001.') +
    raw('B. Li. Cold winters. 2003.') +
    raw('C. Moss. Thaw and frost. 2010.'),
}

test('title, authors, sections and references come from the engine, text and places from us', () => {
  const { title, authors, blocks, warnings } = withStructure(paper(), tei(told))
  expect([title, authors, warnings]).toEqual(['On the Growth of Lake Ice', ['Ada Stone', 'Bo Li'], []])
  expect(blocks.map(({ type, level, text, page }) => [type, level, text, page])).toEqual([
    ['heading', 1, 'On the Growth of Lake Ice', 1],
    ['other', undefined, 'Ada Stone and Bo Li', 1],
    ['heading', 1, '1 Introduction', 1],
    ['paragraph', undefined, 'Ice grows when it is cold, as everybody knows.', 1],
    ['paragraph', undefined, 'Important remark', 1],
    ['paragraph', undefined, 'Remarks are no sections.', 1],
    ['heading', 1, '2 Methods', 1],
    ['paragraph', undefined, 'We measured it.', 2],
    ['heading', 1, '3 Results', 2],
    ['paragraph', undefined, 'It grew.', 2],
    ['reference', undefined, '[1] A. Stone. Ice on lakes. 2001.', 2],
    ['reference', undefined, '[2] B. Li. Cold winters. 2003.', 2],
    ['footnote', undefined, '1 A note between.', 2],
    ['reference', undefined, '[3] C. Moss. Thaw and frost. 2010.', 3],
  ])
  expect(blocks[3]).toMatchObject({
    boxes: [{ page: 1, y0: 142, y1: 164 }],
    lines: [
      { start: 0, box: box(1, 142) },
      { start: 27, box: box(1, 154) },
    ],
  })
  // No letter is lost, none comes from elsewhere.
  const letters = (all: Block[]) => all.map(({ text }) => text.replace(/\s/g, '')).join('')
  expect(letters(blocks)).toBe(letters(paper().blocks))
})

test('an entry that goes on over a page is one block with a box on each', () => {
  const parts = [
    block('paragraph', 2, 700, '[1] A. Stone. Ice on lakes. 2001.', '[2] B. Li. Cold'),
    block('paragraph', 3, 80, 'winters. 2003.', '[3] C. Moss. Thaw and frost. 2010.'),
  ]
  const { blocks } = withStructure(documentOf(parts), tei(told))
  expect(blocks.map(({ type, text, boxes }) => [type, text, boxes.map(({ page }) => page)])).toEqual([
    ['reference', '[1] A. Stone. Ice on lakes. 2001.', [2]],
    ['reference', '[2] B. Li. Cold winters. 2003.', [2, 3]],
    ['reference', '[3] C. Moss. Thaw and frost. 2010.', [3]],
  ])
})

test('what the text does not have is not taken over', () => {
  const lies = {
    title: 'Buy this now',
    author: person('Eve', 'Nobody'),
    body: head('A section of another paper') + head('One more') + head('And one'),
    back: raw('Nobody. Something else entirely. 1999.').repeat(5),
  }
  expect(withStructure(paper(), tei(lies))).toEqual(paper())
})

test('notes lead to where they are now', () => {
  const { blocks } = withStructure(
    documentOf([
      block('paragraph', 1, 80, '1 Introduction', 'Ice grows.1'),
      {
        ...block('paragraph', 1, 120, 'As is known.1'),
        notes: [{ start: 12, end: 13, label: '1', note: 2 }],
      },
      { ...block('footnote', 1, 600, '1 By all.'), marked_in: 1 },
    ]),
    tei(told),
  )
  expect(blocks[2]?.notes).toEqual([{ start: 12, end: 13, label: '1', note: 3 }])
  expect(blocks[3]).toMatchObject({ type: 'footnote', marked_in: 2 })
})

test.each([
  ['nothing', null],
  ['no XML', Buffer.from('<html>502 Bad Gateway</html>')],
  ['half an answer', tei(told).subarray(0, 600)],
  ['no XML at all', Buffer.from('{"error": 1}')],
  ['another document type', Buffer.from('<!DOCTYPE TEI [<!ENTITY a "aaaaaaaa">]><TEI>&a;</TEI>')],
  [
    'entities in entities',
    Buffer.from(
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><TEI><text>&c;</text></TEI>',
    ),
  ],
  [
    'a file from outside',
    Buffer.from('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><TEI><text>&e;</text></TEI>'),
  ],
  ['too deep', Buffer.from(`<TEI>${'<div>'.repeat(10_000)}${'</div>'.repeat(10_000)}</TEI>`)],
])('%s changes nothing, and that is told', (_, answer) => {
  expect(withStructure(paper(), answer)).toEqual({
    ...paper(),
    warnings: [{ kind: 'structure-unavailable' }],
  })
})

test('heads of figures are no sections', () => {
  const figure = '<figure><head>Fig. 1</head><figDesc>…</figDesc></figure>'
  expect(readTei(tei({ body: `<div><head n="1.2">Data</head>${figure}</div>` })).headings).toEqual([
    { text: 'Data', number: '1.2', level: 2 },
  ])
})
