import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { annotatedScene, exportAnnotations } from '../../testing/annotations.ts'

test('ten thousand annotations go out and come back; of a longer file the rest is told', async () => {
  const made = await annotatedScene()
  const { ada, document_id, other } = made
  const bring = (document_id: string, format: 'json' | 'w3c', content: string) =>
    ada.call(api.annotations.import, { document_id, format }, {}, Buffer.from(content))
  const annotations = Array.from({ length: 10_002 }, (_, at) => ({
    quote: 'compare both',
    comment: `第 ${at} 条`,
  }))

  expect(await bring(document_id, 'json', JSON.stringify({ annotations }))).toMatchObject({
    added: 10_000,
    refused: 2,
    lost: 0,
    problems: [
      { n: 10_001, why: '一个文件最多 10000 条' },
      { n: 10_002, why: '一个文件最多 10000 条' },
    ],
  })
  const { body } = await exportAnnotations(made, 'w3c')

  expect(await bring(other, 'w3c', body)).toMatchObject({ added: 10_000, refused: 0 })
})
