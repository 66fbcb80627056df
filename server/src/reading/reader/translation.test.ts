import { api } from '@scinav/contract'
import { describe, expect, test } from 'vitest'
import { addNewerParse, line } from '../../testing/documents.ts'
import { readingScene } from '../../testing/reading-scene.ts'

describe('translation', () => {
  const blocks = [
    line('Reading takes time.'),
    line('阅读需要时间。'),
    { ...line('E = mc2'), type: 'formula' as const },
  ]

  test('without a model what has to be translated says so, and what needs none does not', async () => {
    const { ada, document } = await readingScene()
    const { document_id } = await document(blocks)
    const translate = { document_id, target: 'zh' as const }

    expect(await ada.refusal(api.reading.translate, { ...translate, ordinals: [0] })).toMatchObject({
      status: 422,
      problem: 'model.missing',
    })
    expect((await ada.call(api.reading.translate, { ...translate, ordinals: [1, 2, 99] })).list).toEqual(
      [1, 2, 99].map((ordinal) => ({ ordinal, text: null, model: null, kept: false })),
    )
  })

  test('what is kept serves another parse of the same bytes, until the reader wants other words', async () => {
    const { app, ada, document } = await readingScene()
    const { document_id, bytes_id } = await document(blocks)
    const { hash } = await import('node:crypto')
    await app.base.db
      .insertInto('block_translations')
      .values({
        bytes_id,
        language: 'zh',
        source_hash: hash('sha256', JSON.stringify(['Reading takes time.', []]), 'hex'),
        body: '阅读需要时间。',
        model: 'some',
        created_at: app.base.now().toISOString(),
      })
      .execute()
    const parse_id = await addNewerParse(app.base, bytes_id, [line('A new line.'), ...blocks])
    await app.base.db.updateTable('documents').set({ parse_id }).where('id', '=', document_id).execute()
    const ask = () =>
      ada.call(api.reading.translate, { document_id, target: 'zh', ordinals: [1], kept_only: true })

    expect((await ask()).list).toEqual([{ ordinal: 1, text: '阅读需要时间。', model: 'some', kept: true }])
    await ada.call(api.reading.saveGlossary, { list: [{ source: 'reading', target: '研读' }] })
    expect((await ask()).list).toEqual([{ ordinal: 1, text: null, model: null, kept: false }])
  })

  test('the glossary is the own one, each term once', async () => {
    const { app, ada } = await readingScene()
    const bo = await app.signUp('Bob')
    await ada.call(api.reading.saveGlossary, {
      list: [
        { source: 'parser', target: '分析器' },
        { source: 'parser', target: '解析器' },
      ],
    })

    expect(await ada.call(api.reading.glossary, {})).toEqual([{ source: 'parser', target: '解析器' }])
    expect(await bo.call(api.reading.glossary, {})).toEqual([])
  })
})
