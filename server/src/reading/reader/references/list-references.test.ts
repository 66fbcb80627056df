import { api, blankWork } from '@scinav/contract'
import type { Block } from '@scinav/documents'
import { expect, test } from 'vitest'
import { addAttachable, addDocument, heading, line } from '../../../testing/documents.ts'
import { readingScene } from '../../../testing/reading-scene.ts'

const reference = (text: string, page = 2): Block => ({ ...line(text, page), type: 'reference' })
const DEEP = '[1] LeCun Y, Bengio Y, Hinton G. Deep learning[J]. Nature, 2015, 521(7553): 436-444.'
const RIDDLES = 'Miller A. Riddles of the northern coast and their tellers[J]. Folklore, 1999.'

test('the list of a document comes entry by entry, as the checker takes it', async () => {
  const { ada, document } = await readingScene()
  const blocks = [heading('1 Introduction'), line('See [1].'), heading('References', 2)]
  const { document_id } = await document([
    ...blocks,
    reference(DEEP),
    reference(`${RIDDLES}  `),
    reference(' '),
  ])

  const { title, list, left_out, note } = await ada.call(api.reading.listed, { document_id })

  expect([title, left_out, note]).toEqual(['A study', 0, null])
  expect(list).toEqual([{ text: DEEP }, { text: RIDDLES }])
  const entries = list.map(({ text }) => text)
  expect((await ada.call(api.references.check, { entries })).list.map(({ status }) => status)).toEqual([
    'missing',
    'missing',
  ])
})

test('of a longer list the first 500 come, and how many were left out is said', async () => {
  const { ada, document } = await readingScene()
  const many = Array.from({ length: 512 }, (_, at) =>
    reference(`[${at + 1}] Miller A. Riddle ${at}[J]. 1999.`),
  )
  const { document_id } = await document(many)
  const { list, left_out } = await ada.call(api.reading.listed, { document_id })
  expect([list.length, left_out]).toEqual([500, 12])
  expect(list.at(-1)?.text).toContain('[500]')
})

test('entries that the parser left in one piece are parted by their numbers', async () => {
  const { ada, document } = await readingScene()
  const entries = Array.from(
    { length: 30 },
    (_, at) => `[${at + 1}] Miller A. ${'Riddle '.repeat(9)}[J]. 1999.`,
  )
  const { document_id } = await document([reference(entries.join(' '))])
  const { list } = await ada.call(api.reading.listed, { document_id })
  expect(list.map(({ text }) => text)).toEqual(entries)
})

test('where a format does not mark entries, they stand between the last heading of a list and the next one', async () => {
  const { ada, document } = await readingScene()
  const { document_id } = await document([
    heading('References'),
    line('These are told below.'),
    heading('参考文献', 2),
    line(DEEP, 2),
    { ...line('12', 2, 780), type: 'other' },
    line(`[2] ${RIDDLES}`, 2),
    heading('附录 A', 3),
    line('Something else.', 3),
  ])
  const { list, note } = await ada.call(api.reading.listed, { document_id })
  expect(list).toEqual([{ text: DEEP }, { text: `[2] ${RIDDLES}` }])
  expect(note).toContain('请先看一遍')
})

test('a text without a list says so, and which pages could not be read', async () => {
  const { app, ada, dataset_id } = await readingScene()
  const where = { dataset_id, creator_id: ada.id }
  const text = [heading('1 Introduction'), line('References are told in footnotes.')]
  const plain = await addDocument(app.base, where, text)
  const scanned = await addDocument(app.base, where, text, {
    pages: [{ scanned: true }, {}, { garbled: true }],
  })
  const listOf = ({ document_id }: { document_id: string }) => ada.call(api.reading.listed, { document_id })

  expect(await listOf(plain)).toMatchObject({ list: [], note: expect.stringContaining('没有在文中找到') })
  expect(await listOf(scanned)).toMatchObject({
    list: [],
    note: expect.stringContaining('有 2 页是扫描图像'),
  })
})

test('a text whose sources stand in footnotes offers these, and says where they are from', async () => {
  const { ada, document } = await readingScene()
  const footnote = (text: string, page: number): Block => ({ ...line(text, page), type: 'footnote' })
  const { document_id } = await document([
    heading('The price of salt'),
    line('Salt was dear.'),
    footnote('1 Lind, Eva: Salz und Stadt, Bremen 1982, S. 12.', 1),
    footnote('2 Ebd., S. 14; Holm, Jan: Maße, in: Hefte 4 (1991), S. 3.', 2),
    footnote('3 This is told by all.', 2),
  ])
  const { list, note } = await ada.call(api.reading.listed, { document_id })
  expect(list.map(({ text }) => text)).toEqual([
    'Lind, Eva: Salz und Stadt, Bremen 1982, S. 12.',
    'Holm, Jan: Maße, in: Hefte 4 (1991), S. 3.',
  ])
  expect(note).toContain('取自脚注')
})

test('the records of a file of references are printed', async () => {
  const { ada, document } = await readingScene()
  const work = { ...blankWork('Deep learning', 1), publish_date: '2015', basic_sourcename: 'Nature' }
  const record: Block & { work: object } = { ...reference('Deep learning\nNature，2015\nAn abstract.'), work }
  const { document_id } = await document([record])
  const { list } = await ada.call(api.reading.listed, { document_id })
  expect(list).toEqual([{ text: expect.stringMatching(/Deep learning\[J.*Nature.*2015/) }])
})

test('a file of one’s own is read without being a document, and by nobody else', async () => {
  const { app, ada } = await readingScene()
  const bo = await app.signUp('Bob')
  const file_id = await addAttachable(app.base, ada.id, [heading('References'), reference(DEEP)])

  expect((await ada.call(api.reading.listed, { file_id })).list).toEqual([{ text: DEEP }])
  expect(await bo.refusal(api.reading.listed, { file_id })).toMatchObject({ problem: 'file.not_found' })
})

test('what has not been read yet is no text without a list', async () => {
  const { ada, document } = await readingScene()
  const { id: file_id } = await ada.call(api.files.create, {}, {}, Buffer.from('References\n[1] Miller A.'))
  expect(await ada.refusal(api.reading.listed, { file_id })).toMatchObject({ problem: 'document.no_text' })
  const { document_id } = await document([reference(DEEP)])
  expect(await ada.refusal(api.reading.listed, { file_id, document_id })).toMatchObject({
    problem: 'input.invalid',
  })
})
