import { expect, test } from 'vitest'
import { bodyMetrics, glyphStyle, lineAt, plainStyle, textRows } from '../../testing/page-of-lines.ts'
import type { GlyphStyle } from '../page/page-content.ts'
import { findFrontMatter } from './front-matter.ts'

const edges = { left: 50, right: 450 }
const sentence = 'Fields beside the river were sown late in spring, and their yield fell in dry years.'

/** Title and authors of a first page with these lines, each with the white above it. */
function front(lines: readonly (readonly [text: string, look: GlyphStyle, step?: number])[], info = '') {
  let y = 60
  const placed = lines.map(([text, look, step = look.size * 2.2]) => {
    y += step
    return lineAt(text, 50, y, { look, ...(text === sentence && { x1: 450 }) })
  })
  const rows = textRows(placed, edges)
  const found = findFrontMatter(rows, {
    ...{
      body: bodyMetrics,
      metadataTitle: info,
      vocabulary: new Set<string>(),
      headings: new Set(rows.filter(({ line: { text } }) => /^1 /.test(text))),
    },
    page: { height: 800, drawn: [] },
  })
  return { title: found.title, authors: found.authors }
}

const text = [sentence, sentence, sentence].map((each) => [each, plainStyle, 12] as const)
const large = glyphStyle(20, { bold: true })
const title = glyphStyle(15, { bold: true })

test.each([
  ['the name of a journal with its issue', 'Landscape Letters', 'Volume 12, Issue 3, May 2020'],
  ['what kind of text it is', 'TECHNICAL REPORT', 'TR-2020-17'],
  ['a stamp', 'OPEN ACCESS', 'Published online'],
])('%s is not the title, however large it is', (_, banner, below) => {
  expect(
    front([
      [banner, large],
      [below, plainStyle],
      ['Sowing and drought in the valleys', title],
      ['Ada Moreau, Jan van Dale', plainStyle],
      ...text,
    ]),
  ).toEqual({ title: 'Sowing and drought in the valleys', authors: ['Ada Moreau', 'Jan van Dale'] })
})

test('a cover says the kind of a thesis in its largest letters, and its author behind a label', () => {
  expect(
    front([
      ['硕士学位论文', large],
      ['河谷地区播种时间与旱灾的关系', title],
      ['作 者:欧阳 静', plainStyle],
      ['指导教师:王建国', plainStyle],
      ['二〇二〇年五月', plainStyle],
    ]),
  ).toEqual({ title: '河谷地区播种时间与旱灾的关系', authors: ['欧阳静'] })
})

test('names go on over the end of a line; one a line they do not', () => {
  const named = (...names: string[]) =>
    front([
      ['Sowing and drought', large],
      ...names.map((name) => [name, plainStyle, 14] as const),
      ['1 Fields', plainStyle, 30],
      ...text,
    ]).authors
  expect(named('Ada Moreau1, Jan van Dale2, Tania Vanessa', 'Arellano1 and Bo Lind2')).toEqual([
    'Ada Moreau',
    'Jan van Dale',
    'Tania Vanessa Arellano',
    'Bo Lind',
  ])
  expect(named('Ada Moreau', 'Jan van Dale')).toEqual(['Ada Moreau', 'Jan van Dale'])
  expect(named('张 三 李建国', '欧阳 静')).toEqual(['张三', '李建国', '欧阳静'])
})

test('a title that the file names is preferred among large lines', () => {
  const lines = [['Yields of wheat', title], ['Sowing and drought', title, 60], ...text] as const
  expect(front(lines, 'Sowing and Drought').title).toBe('Sowing and drought')
})

test('a first section that has a number is no title, and what follows it no front matter', () => {
  expect(front([['1 Introduction', large], [sentence, plainStyle], ...text])).toEqual({
    title: '',
    authors: [],
  })
  expect(front([['1 引言', large], ['Ada Moreau', plainStyle], ...text])).toEqual({ title: '', authors: [] })
})
