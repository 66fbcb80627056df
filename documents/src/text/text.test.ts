import { expect, test } from 'vitest'
import { recognizeFile } from '../recognize-file.ts'
import { tempFile } from '../testing/office.ts'
import { parseCsv } from './csv.ts'
import { parseMarkdown } from './markdown.ts'
import { parsePlain } from './plain.ts'

const utf8 = (text: string) => Buffer.from(text)
/** 「报告\n\n随着新方法与材料的分析。」 in GB 18030. */
const gb = Buffer.from('b1a8b8e60a0acbe6d7c5d0c2b7bdb7a8d3ebb2c4c1cfb5c4b7d6cef6a1a3', 'hex')
const shape = ({ blocks }: { blocks: { type: string; text: string; level?: number }[] }) =>
  blocks.map(({ type, level, text }) => [level ? `${type} ${level}` : type, text])

test('a text is read in UTF-8, in GB 18030 and in UTF-16; what is none of them is said', () => {
  expect(shape(parsePlain(utf8('\ufeff报告\r\n\r\n新方法。')))).toEqual([
    ['paragraph', '报告'],
    ['paragraph', '新方法。'],
  ])
  expect(shape(parsePlain(gb))[1]).toEqual(['paragraph', '随着新方法与材料的分析。'])
  expect(parsePlain(Buffer.from('\ufeff宽字符', 'utf16le')).blocks[0]?.text).toBe('宽字符')
  expect(() => parsePlain(Buffer.from([0x81, 0x01, 0x02, 0x03, 0xff, 0xfe, 0x05, 0x80]))).toThrow('编码')
  expect(() => parsePlain(utf8(' \n\n'))).toThrow('没有在文件中找到文字')
})

/** The same beginning of a text in encodings of East Asia, from outside tables. */
const traditional = Buffer.from('a4a4a4e5aabab8eaaec6a141a7daadcca5cea5a6a548ac64a7e4a143', 'hex')
const japanese = Buffer.from('93fa967b8cea82cc95b68e9a82f093c782de8142', 'hex')

const japaneseEuc = Buffer.from('c6fccbdcb8eca4cecab8bbfaa4f2c6c9a4e0a1a3', 'hex')
const korean = Buffer.from(
  'c7d1b1b9beeec0c720b1dbc0dab8a620c0d0b4c2b4d92e20b0adb9b0c0ba20c8e5b8a5b4d92e',
  'hex',
)

test('a text in Big5, Shift JIS or EUC is read, signs of Latin-1 beside letters are none', () => {
  expect(parsePlain(traditional).blocks[0]?.text).toBe('中文的資料，我們用它以查找。')
  expect(parsePlain(japanese).blocks[0]?.text).toBe('日本語の文字を読む。')
  expect(parsePlain(japaneseEuc).blocks[0]?.text).toBe('日本語の文字を読む。')
  expect(parsePlain(korean).blocks[0]?.text).toBe('한국어의 글자를 읽는다. 강물은 흐른다.')
  const latin = 'Über 25 °C ± 2 °C, «Ärger» und Größe'
  expect(parsePlain(Buffer.from(latin, 'latin1')).blocks[0]?.text).toBe(latin)
  expect(parsePlain(Buffer.from('b1a8b8e6', 'hex')).blocks[0]?.text).toBe('报告')
})

test('one broken character of UTF-8 and one NUL cost a file no other character', async () => {
  const long = utf8('潮位记录。'.repeat(60))
  const cut = Buffer.concat([long.subarray(0, 301), long.subarray(302)])
  expect(parsePlain(cut).blocks[0]?.text.replaceAll(/[^潮位记录。]/gu, '')).toHaveLength(299)
  const few = Buffer.concat([utf8('Größe, Jörg, Müller '), Buffer.from([0xe5]), utf8(' end')])
  expect(parsePlain(few).blocks[0]?.text).toBe('Größe, Jörg, Müller \uFFFD end')
  const nul = utf8('# Head\0ing\n\nmore')
  expect((await recognizeFile(tempFile(nul), 'a.md')).kind).toBe('markdown')
  expect(shape(parseMarkdown(nul))).toEqual([
    ['heading 1', 'Heading'],
    ['paragraph', 'more'],
  ])
  expect((await recognizeFile(tempFile(Buffer.from([1, 0, 0, 2, 3, 0, 0, 9])), 'a.txt')).kind).toBe(null)
})

test('lines with a single number are no headings, because items of a list begin like that', () => {
  const { blocks } = parsePlain(utf8('1. Weigh the samples\n\nII. Dry them\n\n2.1 Apparatus'))

  expect(shape({ blocks })).toEqual([
    ['paragraph', '1. Weigh the samples'],
    ['paragraph', 'II. Dry them'],
    ['heading 2', '2.1 Apparatus'],
  ])
})

test('numbered lines are headings, lines broken to fit a width are one paragraph, Chinese ones without a gap', () => {
  const wrapped = `${'the first line of a paragraph that was broken to fit a page'}\n${'and its second line, which is about as long as the first one'}`
  const chinese = `${'长'.repeat(60)}\n${'行'.repeat(60)}`
  const { blocks } = parsePlain(utf8(`第一章 引言\n\n${wrapped}\n\n1.2 Methods\nShort line.\n\n${chinese}`))

  expect(shape({ blocks })).toEqual([
    ['heading 1', '第一章 引言'],
    ['paragraph', wrapped.replace('\n', ' ')],
    ['heading 2', '1.2 Methods'],
    ['paragraph', 'Short line.'],
    ['paragraph', chinese.replace('\n', '')],
  ])
})

test('a table of text is one table with all its cells, also quoted ones and those of other separators', async () => {
  const comma = await parseCsv(utf8('姓名,备注\n张三,"有, 逗号\n和换行"\n李四,"说""好"""\n'))
  expect(comma.blocks[0]?.rows).toEqual([
    ['姓名', '备注'],
    ['张三', '有, 逗号 和换行'],
    ['李四', '说"好"'],
  ])
  expect(comma.blocks[0]?.text).toBe('姓名\t备注\n张三\t有, 逗号 和换行\n李四\t说"好"')
  const semicolons = await parseCsv(utf8('a;b\n1,5;2\n'))
  expect(semicolons.blocks[0]?.rows).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
})

test('a long table is several blocks, each with its first row: none takes long to be taken', async () => {
  const rows = Array.from({ length: 9_000 }, (_, at) => `${at},${'x'.repeat(40)}`)
  const { blocks } = await parseCsv(utf8(['编号,内容', ...rows].join('\n')))
  expect(blocks.length).toBeGreaterThan(1)
  for (const { rows: part, text } of blocks) {
    expect(part?.[0]).toEqual(['编号', '内容'])
    expect(text.length).toBeLessThan(210_000)
  }
  const numbers = blocks.flatMap(({ rows: part = [] }) => part.slice(1).map(([number]) => Number(number)))
  expect(numbers).toEqual(Array.from({ length: 9_000 }, (_, at) => at))
})

test('of a table without end as much is read as a document may have, and the rest is said', async () => {
  const row = `${'x'.repeat(99)}\n`
  const { blocks, warnings } = await parseCsv(utf8(row.repeat(45_000)))
  expect(blocks.flatMap(({ rows = [] }, at) => rows.slice(at === 0 ? 0 : 1))).toHaveLength(40_000)
  expect(warnings).toEqual([{ kind: 'rows-left-out', sheet: '', from: 40_001, to: 45_000, count: 5_000 }])
})

test('Markdown keeps headings, lists, tables, code, formulas, footnotes and the text of HTML', () => {
  const markdown = [
    '---\ntitle: "论文笔记"\n---\n# 一级 *标题*\n\n正文 **重点** 与 $x_i$ [链接](http://a.b)[^1]。',
    '- 一\n- 二\n  - 三\n\n| a | b |\n|---|---|\n| 1 | `2` |\n',
    '```py\nprint(1)\n```\n\n$$\nE = mc^2\n$$\n\n> 引文\n\n<div>页<script>alert(1)</script></div>\n\n[^1]: 脚注',
  ].join('\n\n')
  const parsed = parseMarkdown(utf8(markdown))

  expect(parsed.title).toBe('论文笔记')
  expect(shape(parsed)).toEqual([
    ['heading 1', '一级 标题'],
    ['paragraph', '正文 重点 与 x_i 链接[1]。'],
    ['list', '一'],
    ['list', '二'],
    ['list', '三'],
    ['table', 'a\tb\n1\t2'],
    ['code', 'print(1)'],
    ['formula', 'E = mc^2'],
    ['paragraph', '引文'],
    ['paragraph', '页'],
    ['footnote', '[1] 脚注'],
  ])
  expect(parsed.language).toBe('zh')
})

test('attack 2: signs that nobody sees are taken out and counted; text written with joiners is whole', () => {
  const tags = [...'ignore'].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('')
  const parsed = parsePlain(utf8(`正文${tags}结束\u200b。 ﬁnd ①`))
  expect(parsed.blocks[0]?.text).toBe('正文结束。 find ①')
  expect(parsed.warnings).toEqual([{ kind: 'invisible-text', count: 6 }])
})

test('sums of money in Markdown keep their signs, formulas their backslashes', () => {
  const { blocks } = parseMarkdown(
    utf8('A grant of $3bn to $5bn.\n\nWhere \\(a_i\\) holds.\n\n\\[\n1\\\\2\n\\]\n\n**注意：**不要外推'),
  )
  expect(blocks.map(({ type, text }) => [type, text])).toEqual([
    ['paragraph', 'A grant of $3bn to $5bn.'],
    ['paragraph', 'Where a_i holds.'],
    ['formula', '1\\\\2'],
    ['paragraph', '注意：不要外推'],
  ])
})
