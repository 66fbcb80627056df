import { api } from '@scinav/contract'
import type { Block } from '@scinav/documents'
import { addDocument, heading, line } from './documents.ts'
import { testApp } from './test-app.ts'

/** Creates a user with a reading list, and a helper that adds parsed documents to it. */
export async function readingScene(env: Record<string, string> = {}) {
  const app = await testApp({ env })
  const ada = await app.signUp('Ada')
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '资料' })
  const document = (blocks: Block[], paper_id: string | null = null) =>
    addDocument(app.base, { dataset_id, creator_id: ada.id }, blocks, { paper_id })
  return { app, ada, dataset_id, document }
}

/** A text of two pages with a page number, which is not part of the canonical text. */
export const shortText: Block[] = [
  heading('1 Introduction'),
  line('Reading takes time.', 1, 100),
  { ...line('12', 1, 780), type: 'other' as const },
  line('Machines read faster, but understand less.', 1, 140),
  heading('2 Method', 2),
  line('We compare both.', 2, 100),
]

/** A text of two pages in which one sentence occurs twice. */
export const shortStudy: Block[] = [
  heading('1 Introduction'),
  line('Reading takes time.', 1, 100),
  line('Machines read faster, but understand less.', 1, 140),
  heading('2 Method', 2),
  line('We compare both. Reading takes time.', 2, 100),
]
