import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  type AnnotatedScene,
  annotatedScene,
  createAnnotations,
  exportAnnotations,
} from '../../testing/annotations.ts'

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
  { ada }: Pick<AnnotatedScene, 'ada'>,
  document_id: string,
  content: string,
  format: 'w3c' | 'json' = 'json',
) => ada.call(api.annotations.import, { document_id, format }, {}, Buffer.from(content))

const keptOf = async ({ ada }: AnnotatedScene, document_id: string) =>
  (await ada.call(api.annotations.list, { document_id })).list
    .map((each) => JSON.stringify(KEPT.map((name) => each[name])))
    .toSorted()

test.each(['w3c', 'json'] as const)('%s goes out and comes back the same, once', async (format) => {
  const made = await annotatedScene()
  await createAnnotations(made)
  const { body } = await exportAnnotations(made, format)
  const whole = { refused: 0, problems: [], lost: 0 }

  expect(await bring(made, made.other, body, format)).toEqual({ ...whole, added: 4, skipped: 0 })
  expect(await bring(made, made.other, body, format)).toEqual({ ...whole, added: 0, skipped: 4 })
  expect(await keptOf(made, made.other)).toEqual(await keptOf(made, made.document_id))
})

test('what another program writes is taken: one body, one selector, an offset that is wrong', async () => {
  const made = await annotatedScene()
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
  const made = await annotatedScene()
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
  const made = await annotatedScene()
  const whole = JSON.stringify({ annotations: [{ comment: '一' }, { comment: '二' }, { comment: '三' }] })
  expect(await bring(made, made.document_id, whole.slice(0, -10))).toMatchObject({
    added: 2,
    problems: [{ n: 3, why: expect.stringContaining('中断') }],
  })
})

test('the longest mark with the most boxes comes back the same, over pieces of the file', async () => {
  const made = await annotatedScene()
  const { ada, document_id, other } = made
  const box = (at: number) => ({ page: 1, x0: 0.1, y0: at / 1_001, x1: 1 / 3, y1: (at + 1) / 1_001 })
  const boxes = Array.from({ length: 1_000 }, (_, at) => box(at))
  await ada.call(api.annotations.create, {
    document_id,
    quote: 'x"'.repeat(16_000),
    comment: '\n'.repeat(20_000),
    boxes,
  })
  const { body } = await exportAnnotations(made, 'w3c')
  expect(await bring(made, other, body, 'w3c')).toMatchObject({ added: 1, refused: 0 })
  expect(await keptOf(made, other)).toEqual(await keptOf(made, document_id))
})
