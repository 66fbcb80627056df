import { api } from '@scinav/contract'
import { describe, expect, test } from 'vitest'
import { addDocument, line } from '../../testing/documents.ts'
import { shortText as blocks, readingScene } from '../../testing/reading-scene.ts'

describe('its text', () => {
  test('comes by pages and in parts, with offsets of the canonical text and boxes as parts of the page', async () => {
    const { app, ada, dataset_id } = await readingScene()
    const { document_id, text } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks)

    const first = await ada.call(api.reading.blocks, { document_id, limit: 4 })
    const rest = await ada.call(api.reading.blocks, { document_id, after: first.next ?? -1 })
    const second = await ada.call(api.reading.blocks, { document_id, page_from: 2, page_to: 2 })

    expect(first.next).toBe(3)
    expect(rest.next).toBeNull()
    expect(second.list).toEqual(rest.list)
    for (const block of [...first.list, ...rest.list].filter(({ type }) => type !== 'other'))
      expect(text.slice(block.start, block.start + block.text.length)).toBe(block.text)
    expect(second.list[0]?.boxes).toEqual([{ page: 2, x0: 0.1, y0: 0.075, x1: 0.9, y1: 0.09 }])
  })

  test('a quote is found on its page first, then anywhere, with its headings', async () => {
    const { app, ada, dataset_id } = await readingScene()
    const twice = [...blocks, line('We compare both.', 3, 100)]
    const { document_id } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, twice)
    const find = (quote: string, page?: number) =>
      ada.call(api.reading.find, { document_id, quote, ...(page && { page }) })

    expect(await find('we  COMPARE both', 3)).toMatchObject({
      page: 3,
      quote: 'We compare both',
      exact: true,
    })
    expect(await find('we compare both')).toMatchObject({ page: 2, heading_path: ['2 Method'] })
    expect(await find('reading takes time', 3)).toMatchObject({ page: 1, boxes: [{ page: 1 }] })
    expect(await find('nothing of the kind was ever written')).toBeNull()
  })

  test('its bytes come in ranges, as an attachment that no browser runs', async () => {
    const { app, ada, dataset_id } = await readingScene()
    const bytes = Buffer.from('<html>%PDF-1.7</html>')
    const given = { bytes, name: '恶意"\n.html' }
    const { document_id } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks, given)

    const whole = await ada.send(api.reading.file, { document_id })
    const part = await ada.send(api.reading.file, { document_id }, { range: 'bytes=6-9' })

    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(whole.headers['content-disposition']).toMatch(/^attachment;[^\n]*$/)
    expect([part.statusCode, part.body]).toEqual([206, '%PDF'])
  })

  test('a long one answers its last page as soon as its first', async () => {
    const { app, ada, dataset_id } = await readingScene()
    const long = Array.from({ length: 6_000 }, (_, at) =>
      line(`Sentence number ${at} of a long book.`, Math.floor(at / 3) + 1, 100 + (at % 3) * 20),
    )
    const { document_id, text } = await addDocument(app.base, { dataset_id, creator_id: ada.id }, long)

    const { list } = await ada.call(api.reading.blocks, { document_id, page_from: 2_000 })
    const found = await ada.call(api.reading.find, { document_id, quote: 'number 5998 of a long', page: 1 })

    expect(list.map((block) => text.slice(block.start, block.start + block.text.length))).toEqual(
      list.map((block) => block.text),
    )
    expect(found).toMatchObject({ page: 2_000, quote: 'number 5998 of a long' })
  })
})
