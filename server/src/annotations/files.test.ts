import { api } from '@scinav/contract'
import { unzipSync } from 'fflate'
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { addDocument, heading, line } from '../testing/documents.ts'
import { testApp } from '../testing/test-app.ts'
import { rectOf } from './export/zotero.ts'

const blocks = [heading('1 方法'), line('We compare both methods.', 1, 100), line('第二句在这里。', 2, 100)]

async function scene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '资料' })
  const where = { dataset_id, creator_id: ada.id }
  const { document_id } = await addDocument(app.base, where, blocks)
  const { document_id: other } = await addDocument(app.base, where, blocks)
  return { app, ada, document_id, other }
}

type Scene = Awaited<ReturnType<typeof scene>>

async function mark({ ada, document_id }: Scene) {
  const create = (input: object) => ada.call(api.annotations.create, { document_id, ...input })
  await create({ quote: 'compare both', comment: '要点\n第二行', colour: 'green', tags: ['方法', '重要'] })
  await create({ quote: '第二句', prefix: 'x' })
  await create({ boxes: [{ page: 2, x0: 0.1, y0: 0.25, x1: 0.5, y1: 0.5 }], comment: '图' })
  await create({ comment: '全文笔记', colour: 'red' })
}

const fileOf = async ({ ada, document_id }: Pick<Scene, 'ada' | 'document_id'>, format: string) => {
  const response = await ada.send(api.annotations.export, { document_id, format })
  expect(response.headers['content-disposition']).toMatch(/^attachment/)
  return response
}

const KEPT = [
  'page',
  'boxes',
  'quote',
  'prefix',
  'suffix',
  'start',
  'end',
  'colour',
  'comment',
  'tags',
  'anchor',
] as const

/** Brings a file of annotations to a document. */
const bring = (
  { ada }: Pick<Scene, 'ada'>,
  document_id: string,
  content: string,
  format: 'w3c' | 'json' = 'json',
) => ada.call(api.annotations.import, { document_id, format }, {}, Buffer.from(content))

const keptOf = async ({ ada }: Scene, document_id: string) =>
  (await ada.call(api.annotations.list, { document_id })).list
    .map((each) => JSON.stringify(KEPT.map((name) => each[name])))
    .toSorted()

test('an export of a file without a title is named after the file', async () => {
  const { app, ada } = await scene()
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '扫描件' })
  const where = { dataset_id, creator_id: ada.id }
  const { document_id } = await addDocument(app.base, where, blocks, { title: '' })
  const { headers, body } = await fileOf({ ada, document_id }, 'md')
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain('study.pdf-批注.md')
  expect(body).toMatch(/^# study\.pdf\n/)
})

test.each(['w3c', 'json'] as const)('%s goes out and comes back the same, once', async (format) => {
  const made = await scene()
  await mark(made)
  const { body } = await fileOf(made, format)
  const whole = { refused: 0, problems: [], lost: 0 }

  expect(await bring(made, made.other, body, format)).toEqual({ ...whole, added: 4, skipped: 0 })
  expect(await bring(made, made.other, body, format)).toEqual({ ...whole, added: 0, skipped: 4 })
  expect(await keptOf(made, made.other)).toEqual(await keptOf(made, made.document_id))
})

test('W3C names each mark by its words, its offsets and its page', async () => {
  const made = await scene()
  await mark(made)

  const page = (await fileOf(made, 'w3c')).json()

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

test('what another program writes is taken: one body, one selector, an offset that is wrong', async () => {
  const made = await scene()
  const content = JSON.stringify({
    '@context': 'http://www.w3.org/ns/anno.jsonld',
    type: 'Annotation',
    body: { type: 'TextualBody', value: 'A remark' },
    target: {
      source: 'http://example.org/a.pdf',
      selector: [
        { type: 'TextQuoteSelector', exact: 'both methods', prefix: `${'x'.repeat(60)}compare ` },
        { type: 'TextPositionSelector', start: 4_000, end: 4_012 },
      ],
    },
  })

  const { document_id, ada } = made
  expect(await bring(made, document_id, content, 'w3c')).toMatchObject({ added: 1 })
  const { list } = await ada.call(api.annotations.list, { document_id })

  expect(list).toMatchObject([{ anchor: 'text', quote: 'both methods', comment: 'A remark', page: 1 }])
})

test('a file that is none is refused, and what is no annotation in one is named with its number and why', async () => {
  const made = await scene()
  const { ada, document_id } = made

  for (const content of ['nothing', '{}', '{"annotations":7}', '"x"', '['])
    expect(
      await ada.refusal(api.annotations.import, { document_id, format: 'json' }, {}, Buffer.from(content)),
    ).toMatchObject({ status: 400, problem: 'input.invalid' })
  const boxes = Array.from({ length: 1_001 }, () => ({}))
  const odd = [
    {},
    { quote: 7 },
    { colour: 'gold', quote: 'both' },
    { page: -1 },
    { comment: 'ok' },
    7,
    { boxes },
  ]
  const { added, refused, problems } = await bring(made, document_id, JSON.stringify({ annotations: odd }))
  expect([added, refused]).toEqual([1, 6])
  expect(problems.map(({ n, why }) => `${n} ${why}`)).toEqual([
    '1 没有引文、笔记、标签和位置',
    '2 引文：类型不正确',
    expect.stringMatching(/^3 颜色：只能是：yellow/),
    '4 页码：不能小于 1',
    '6 不是一条批注',
    '7 位置：不能超过 1000 项',
  ])
  const deep = `{"items":[{"target":{"selector":${'{"type":"x","refinedBy":'.repeat(3_000)}{}${'}'.repeat(3_000)}}}]}`
  expect(await bring(made, document_id, deep, 'w3c')).toMatchObject({ added: 0, refused: 1 })
})

test('a file that breaks off brings what it has, and says where it ends', async () => {
  const made = await scene()
  const whole = JSON.stringify({ annotations: [{ comment: '一' }, { comment: '二' }, { comment: '三' }] })
  expect(await bring(made, made.document_id, whole.slice(0, -10))).toMatchObject({
    added: 2,
    problems: [{ n: 3, why: expect.stringContaining('中断') }],
  })
})

test('the longest mark with the most boxes comes back the same, over pieces of the file', async () => {
  const made = await scene()
  const { ada, document_id, other } = made
  const box = (at: number) => ({ page: 1, x0: 0.1, y0: at / 1_001, x1: 1 / 3, y1: (at + 1) / 1_001 })
  const boxes = Array.from({ length: 1_000 }, (_, at) => box(at))
  await ada.call(api.annotations.create, {
    document_id,
    quote: 'x"'.repeat(16_000),
    comment: '\n'.repeat(20_000),
    boxes,
  })
  const { body } = await fileOf(made, 'w3c')
  expect(await bring(made, other, body, 'w3c')).toMatchObject({ added: 1, refused: 0 })
  expect(await keptOf(made, other)).toEqual(await keptOf(made, document_id))
})

test('Zotero gets points from the bottom left, one rectangle a line, and its place in the order', async () => {
  const made = await scene()
  await mark(made)

  const list = (await fileOf(made, 'zotero')).json()

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
  const { ada, document_id } = await scene()
  await ada.call(api.annotations.create, {
    document_id,
    comment: `${EVIL}\n===\n# 标题\n- 列\n1. 项\n    行`,
    tags: [EVIL.slice(0, 40)],
  })
  await ada.call(api.annotations.create, { document_id, quote: EVIL, page: 1 })

  const { body } = await fileOf({ ada, document_id }, 'md')

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
      /^(?:http:\/\/e\.org\/|\/#\/readDetailMore\?document_id=\w+&page=\d+&annotation_id=\w+$)/,
    )
  for (const type of ['html', 'image', 'linkReference', 'imageReference', 'list', 'code', 'inlineCode'])
    expect(seen.filter((node) => node.type === type)).toEqual([])
  expect(seen.filter(({ type }) => type === 'heading')).toHaveLength(3)
})

test('Word gets the notes as text, and no sign that XML forbids', async () => {
  const { ada, document_id } = await scene()
  await ada.call(api.annotations.create, { document_id, comment: `${EVIL}\u0000\u0008\ud800` })

  const { rawPayload } = await ada.send(api.annotations.export, { document_id, format: 'docx' })
  const xml = new TextDecoder().decode(unzipSync(rawPayload)['word/document.xml'])

  expect(xml).toContain('&lt;img src=x onerror=alert(1)&gt;')
  for (const sign of ['<img', '\u0000', '\u0008']) expect(xml).not.toContain(sign)
})

test('ten thousand annotations go out and come back; of a longer file the rest is told', async () => {
  const made = await scene()
  const { document_id, other } = made
  const annotations = Array.from({ length: 10_002 }, (_, at) => ({
    quote: 'compare both',
    comment: `第 ${at} 条`,
  }))

  expect(await bring(made, document_id, JSON.stringify({ annotations }))).toMatchObject({
    added: 10_000,
    refused: 2,
    lost: 0,
    problems: [
      { n: 10_001, why: '一个文件最多 10000 条' },
      { n: 10_002, why: '一个文件最多 10000 条' },
    ],
  })
  const { body } = await fileOf(made, 'w3c')

  expect(await bring(made, other, body, 'w3c')).toMatchObject({ added: 10_000, refused: 0 })
})
