import { api } from '@scinav/contract'
import { unzipSync } from 'fflate'
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import {
  annotatedBlocks,
  annotatedScene,
  createAnnotations,
  exportAnnotations,
} from '../../../testing/annotations.ts'
import { addDocument } from '../../../testing/documents.ts'
import { rectOf } from './zotero.ts'

test('an export of a file without a title is named after the file', async () => {
  const { app, ada } = await annotatedScene()
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '扫描件' })
  const where = { dataset_id, creator_id: ada.id }
  const { document_id } = await addDocument(app.base, where, annotatedBlocks, { title: '' })
  const { headers, body } = await exportAnnotations({ ada, document_id }, 'md')
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain('study.pdf-批注.md')
  expect(body).toMatch(/^# study\.pdf\n/)
})

test('W3C names each mark by its words, its offsets and its page', async () => {
  const made = await annotatedScene()
  await createAnnotations(made)

  const page = (await exportAnnotations(made, 'w3c')).json()

  expect(page['@context'][0]).toBe('http://www.w3.org/ns/anno.jsonld')
  expect(page.items[0].target.selector.map(({ type }: { type: string }) => type)).toEqual([
    'TextQuoteSelector',
    'TextPositionSelector',
    'FragmentSelector',
  ])
  expect(page.items[0].body).toMatchObject([
    { value: '要点\n第二行', purpose: 'commenting' },
    { value: '方法', purpose: 'tagging' },
    { value: '重要', purpose: 'tagging' },
  ])
})

test('Zotero gets points from the bottom left, one rectangle a line, and its place in the order', async () => {
  const made = await annotatedScene()
  await createAnnotations(made)

  const list = (await exportAnnotations(made, 'zotero')).json()

  expect(list[0]).toMatchObject({
    type: 'highlight',
    text: 'compare both',
    color: '#5fb236',
    pageLabel: '1',
    position: { pageIndex: 0, rects: [[60, 688, 540, 700]] },
    tags: [{ name: '方法' }, { name: '重要' }],
  })
  expect(list.map(({ type }: { type: string }) => type)).toEqual(['highlight', 'highlight', 'image', 'note'])
  expect(list[0].sortIndex).toMatch(/^00000\|\d{6}\|00100$/)
})

test('a page that is turned keeps its rectangles where they are in the file', () => {
  const box = { page: 1, x0: 0.1, y0: 0.2, x1: 0.3, y1: 0.25 }
  const turned = (rotation: number, width: number, height: number) =>
    rectOf(box, { page: 1, width, height, rotation })

  expect(turned(0, 600, 800)).toEqual([60, 600, 180, 640])
  expect(turned(90, 800, 600)).toEqual([120, 80, 150, 240])
  expect(turned(180, 600, 800)).toEqual([420, 160, 540, 200])
  expect(turned(270, 800, 600)).toEqual([450, 560, 480, 720])
  expect(rectOf(box, { page: 1, width: 600, height: 800, rotation: 0, origin: { x: 20, y: -5.5 } })).toEqual([
    80, 594.5, 200, 634.5,
  ])
})

const EVIL =
  '<img src=x onerror=alert(1)> ![p](http://e.org/p.png) [go](javascript:alert(1)) =HYPERLINK("x") `# h`'

test('nothing that somebody wrote is a tag, a link, a picture or a heading in Markdown', async () => {
  const { ada, document_id } = await annotatedScene()
  await ada.call(api.annotations.create, {
    document_id,
    comment: `${EVIL}\n===\n# 标题\n- 列\n1. 项\n    行`,
    tags: [EVIL.slice(0, 40)],
  })
  await ada.call(api.annotations.create, { document_id, quote: EVIL, page: 1 })

  const { body } = await exportAnnotations({ ada, document_id }, 'md')

  const seen: Nodes[] = []
  const visit = (node: Nodes): void => {
    seen.push(node)
    if ('children' in node) node.children.forEach(visit)
  }
  visit(unified().use(remarkParse).use(remarkGfm).parse(body))
  const links = seen.flatMap((node) => (node.type === 'link' ? node.url : []))

  expect(links).not.toEqual([])
  // An address that can be read is a link to itself; nothing else leads anywhere but to us.
  for (const url of links)
    expect(url).toMatch(
      /^(?:http:\/\/e\.org\/|http:\/\/localhost:3000\/#\/readDetailMore\?document_id=\w+&page=\d+&annotation_id=\w+$)/,
    )
  for (const type of ['html', 'image', 'linkReference', 'imageReference', 'list', 'code', 'inlineCode'])
    expect(seen.filter((node) => node.type === type)).toEqual([])
  expect(seen.filter(({ type }) => type === 'heading')).toHaveLength(3)
})

test('Word gets the notes as text, and no sign that XML forbids', async () => {
  const { ada, document_id } = await annotatedScene()
  await ada.call(api.annotations.create, { document_id, comment: `${EVIL}\u0000\u0008\ud800` })

  const { rawPayload } = await ada.send(api.annotations.export, { document_id, format: 'docx' })
  const xml = new TextDecoder().decode(unzipSync(rawPayload)['word/document.xml'])

  expect(xml).toContain('&lt;img src=x onerror=alert(1)&gt;')
  for (const sign of ['<img', '\u0000', '\u0008']) expect(xml).not.toContain(sign)
})
