import { expect, test } from 'vitest'
import { canonicalText } from '../canonical-text.ts'
import type { Block, ParsedDocument } from '../document.ts'
import { estimateTokens } from './cut.ts'
import { cutIntoPassages } from './passages.ts'

const block = (type: Block['type'], text: string, more: Partial<Block> = {}): Block => ({
  type,
  text,
  page: 1,
  boxes: [],
  ...more,
})
const heading = (level: number, text: string) => block('heading', text, { level })

const pageOf = (page: number) => ({
  page,
  width: 600,
  height: 800,
  rotation: 0 as const,
  columns: 1,
  scanned: false,
  garbled: false,
  confidence: 1,
})

const documentOf = (blocks: Block[]): ParsedDocument => ({
  title: '',
  authors: [],
  identifiers: {},
  language: 'zh',
  pages: [1, 2].map(pageOf),
  blocks,
  outline: [],
  warnings: [],
  parser: { name: 'test', version: '1' },
})

const table = (rows: string[][]) => block('table', rows.map((row) => row.join('\t')).join('\n'), { rows })

test('passages keep to sections, name the headings above them, and are where they say', () => {
  const blocks = [
    heading(1, '引言'),
    block('paragraph', '第一段。'),
    block('other', '页眉'),
    block('paragraph', '第二段。'),
    heading(2, '背景'),
    block('list', '一点'),
    heading(1, '方法'),
    block('formula', 'E=mc^2'),
  ]
  const passages = cutIntoPassages(documentOf(blocks))
  const { text } = canonicalText(blocks)

  expect(passages.map(({ heading_path, text }) => [heading_path, text])).toEqual([
    [['引言'], '第一段。\n\n第二段。'],
    [['引言', '背景'], '一点'],
    [['方法'], 'E=mc^2'],
  ])
  for (const passage of passages) expect(text.slice(passage.start, passage.end)).toBe(passage.text)
  expect(passages.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2])
})

test('headings with nothing below them are passages, so that no text is lost', () => {
  const passages = cutIntoPassages(
    documentOf([heading(1, '封面'), heading(1, '目的'), heading(2, '小节'), block('paragraph', '文')]),
  )
  expect(passages.map(({ heading_path, text }) => [heading_path, text])).toEqual([
    [[], '封面'],
    [['目的', '小节'], '文'],
  ])
  expect(cutIntoPassages(documentOf([heading(1, '只有标题')])).map(({ text }) => text)).toEqual(['只有标题'])
})

test('long paragraphs are cut at sentences, long sentences at clauses, and no character is lost or told twice', () => {
  const sentences = Array.from(
    { length: 60 },
    (_, at) => `这是第${at}个句子，它有两个分句，合起来大约二十多个字。`,
  ).join('')
  const clauses = Array.from({ length: 80 }, (_, at) => `没有句号的第${at}个分句很长很长`).join('，')
  const nothing = '字'.repeat(1_500)
  const english = Array.from({ length: 120 }, (_, at) => `Sentence ${at} cites Fig. 3 and ends here.`).join(
    ' ',
  )
  for (const text of [sentences, clauses, nothing, english]) {
    const passages = cutIntoPassages(documentOf([block('paragraph', text)]))
    expect(passages.length).toBeGreaterThan(1)
    for (const passage of passages) expect(estimateTokens(passage.text)).toBeLessThanOrEqual(512)
    expect(
      passages
        .map(({ text }) => text)
        .join('')
        .replaceAll(' ', ''),
    ).toBe(text.replaceAll(' ', ''))
  }
  const cut = cutIntoPassages(documentOf([block('paragraph', sentences)]))
  expect(cut.every(({ text }) => text.endsWith('。'))).toBe(true)
  const cutEnglish = cutIntoPassages(documentOf([block('paragraph', english)]))
  expect(cutEnglish.every(({ text }) => text.endsWith('here.'))).toBe(true)
})

test('a table is whole with its caption; one that is too long repeats its first row', () => {
  const small = cutIntoPassages(
    documentOf([
      block('paragraph', '见下表。'),
      block('caption', '表 1 结果'),
      table([
        ['甲', '乙'],
        ['1', '2'],
      ]),
    ]),
  )
  expect(small.map(({ kind, text }) => [kind, text])).toEqual([
    ['text', '见下表。'],
    ['table', '表 1 结果\n\n甲\t乙\n1\t2'],
  ])
  const rows = Array.from({ length: 400 }, (_, at) => [`第${at}行`, '一些文字'])
  const large = cutIntoPassages(documentOf([table([['编号', '说明'], ...rows])]))
  expect(large.length).toBeGreaterThan(3)
  for (const { text } of large) expect(text.startsWith('编号\t说明\n')).toBe(true)
  for (const [at] of rows.entries())
    expect(large.filter(({ text }) => text.includes(`第${at}行\t`))).toHaveLength(1)
})

test('a passage lies where its lines do, as parts of the page', () => {
  const line = (start: number, page: number, y: number) => ({
    start,
    box: { page, x0: 60, y0: y, x1: 300, y1: y + 8 },
  })
  const text = `${'甲'.repeat(400)}。${'乙'.repeat(400)}。`
  const long = block('paragraph', text, { lines: [line(0, 1, 80), line(401, 2, 400)], boxes: [] })
  const passages = cutIntoPassages(documentOf([long]))
  expect(passages.map(({ page, boxes }) => [page, boxes])).toEqual([
    [1, [{ page: 1, x0: 0.1, y0: 0.1, x1: 0.5, y1: 0.11 }]],
    [2, [{ page: 2, x0: 0.1, y0: 0.5, x1: 0.5, y1: 0.51 }]],
  ])
})

test('references stand apart from text, code is whole', () => {
  const code = block('code', 'x = 1\n'.repeat(300).trim())
  const passages = cutIntoPassages(
    documentOf([block('paragraph', '文'), code, block('reference', '[1] A'), block('reference', '[2] B')]),
  )
  expect(passages.map(({ kind }) => kind)).toEqual(['text', 'code', 'reference'])
  expect(passages[1]?.text).toBe(code.text)
})
