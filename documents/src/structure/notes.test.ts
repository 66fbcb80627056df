import { expect, test } from 'vitest'
import { parseEpub } from '../html/epub.ts'
import { parseHtml } from '../html/html.ts'
import { tempFile } from '../testing/office.ts'
import { zipOf } from '../testing/zip-builder.ts'
import { parseMarkdown } from '../text/markdown.ts'
import { renumberNotes } from './notes.ts'

const utf8 = (text: string) => Buffer.from(text)

test('a mark of Markdown leads to its note, wherever it stands', () => {
  const { blocks } = parseMarkdown(utf8('甲[^a]乙[^2]丙[^a]\n\n- 项[^2]\n\n[^2]: 二\n\n[^a]: 一\n'))
  expect(blocks.map(({ text, notes, marked_in }) => [text, notes ?? marked_in])).toEqual([
    [
      '甲[a]乙[2]丙[a]',
      [
        { start: 1, end: 4, label: 'a', note: 3 },
        { start: 5, end: 8, label: '2', note: 2 },
        { start: 9, end: 12, label: 'a', note: 3 },
      ],
    ],
    ['项[2]', [{ start: 1, end: 4, label: '2', note: 2 }]],
    ['[2] 二', 0],
    ['[a] 一', 0],
  ])
})

test('a raised link of a page leads to the note below, no other link does, and none leads back', () => {
  const { blocks } = parseHtml(
    utf8(`<h1>题</h1><p>  文字<sup><a id="r1" href="#n1">[1]</a></sup>，见 <a href="#n2">第二条</a>、
      <a role="doc-noteref" href="#n2">2</a>、<sup><a href="https://a.b/#n2">3</a></sup>。</p>
      <ol><li id="n1">注一 <sup><a href="#r1">↩</a></sup></li><li><p><a name="n2"></a>注二</p></li></ol>`),
  )
  expect(blocks.map(({ text, notes, marked_in }) => [text, notes ?? marked_in])).toEqual([
    ['题', undefined],
    [
      '文字[1]，见 第二条、 2、³。',
      [
        { start: 2, end: 5, label: '1', note: 2 },
        { start: 13, end: 14, label: '2', note: 3 },
      ],
    ],
    ['注一 ↩', 1],
    ['注二', 1],
  ])
})

test('the marks of a book lead to notes in another chapter', async () => {
  const { blocks } = await parseEpub(
    tempFile(
      zipOf([
        {
          name: 'META-INF/container.xml',
          bytes: '<container><rootfiles><rootfile full-path="o/a.opf"/></rootfiles></container>',
        },
        {
          name: 'o/a.opf',
          bytes:
            '<package><manifest><item id="c" href="t/c.html"/><item id="n" href="n.html"/></manifest><spine><itemref idref="c"/><itemref idref="n"/></spine></package>',
        },
        { name: 'o/t/c.html', bytes: '<p>正文<a epub:type="noteref" href="../n.html#x">*</a>。</p>' },
        { name: 'o/n.html', bytes: '<aside epub:type="footnote" id="x"><p>注。</p></aside>' },
      ]),
    ),
  )
  expect(blocks).toMatchObject([
    { type: 'paragraph', text: '正文*。', notes: [{ start: 2, end: 3, label: '*', note: 1 }] },
    { type: 'footnote', text: '注。', marked_in: 0 },
  ])
})

test('marks lead to the same notes where pages that were recognised come between', () => {
  const block = (text: string) => ({ type: 'paragraph' as const, text, page: 1, boxes: [] })
  const before = [
    { ...block('甲1'), notes: [{ start: 1, end: 2, label: '1', note: 1 }] },
    { ...block('1 注'), marked_in: 0 },
  ]
  const after = renumberNotes(before, [block('扫描'), ...before.slice(0, 1), block('又'), ...before.slice(1)])
  expect(after.map(({ notes, marked_in }) => notes?.[0]?.note ?? marked_in)).toEqual([
    undefined,
    3,
    undefined,
    1,
  ])
})
