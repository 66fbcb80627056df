import { api } from '@scinav/contract'
import { expect } from 'vitest'
import { addDocument, heading, line } from './documents.ts'
import { testApp } from './test-app.ts'

/** A text of two pages with sentences to annotate. */
export const annotatedBlocks = [
  heading('1 方法'),
  line('We compare both methods.', 1, 100),
  line('第二句在这里。', 2, 100),
]

/** Creates two documents with the same text. */
export async function annotatedScene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '资料' })
  const where = { dataset_id, creator_id: ada.id }
  const { document_id } = await addDocument(app.base, where, annotatedBlocks)
  const { document_id: other } = await addDocument(app.base, where, annotatedBlocks)
  return { app, ada, document_id, other }
}

/** The scene of `annotatedScene`. */
export type AnnotatedScene = Awaited<ReturnType<typeof annotatedScene>>

/** Creates annotations of every kind on one of them. */
export async function createAnnotations({ ada, document_id }: AnnotatedScene) {
  const create = (input: object) => ada.call(api.annotations.create, { document_id, ...input })
  await create({ quote: 'compare both', comment: '要点\n第二行', colour: 'green', tags: ['方法', '重要'] })
  await create({ quote: '第二句', prefix: 'x' })
  await create({ boxes: [{ page: 2, x0: 0.1, y0: 0.25, x1: 0.5, y1: 0.5 }], comment: '图' })
  await create({ comment: '全文笔记', colour: 'red' })
}

/** Exports the annotations of a document as a file. */
export const exportAnnotations = async (
  { ada, document_id }: Pick<AnnotatedScene, 'ada' | 'document_id'>,
  format: string,
) => {
  const response = await ada.send(api.annotations.export, { document_id, format })
  expect(response.headers['content-disposition']).toMatch(/^attachment/)
  return response
}
