import type { Citation } from '@scinav/contract'
import { create } from 'zustand'

/**
 * The source whose mark in an answer is being pointed at, so that the list of sources can show it; `''` is none. And
 * the answer that the mark stands in, which stays when the mark is left.
 */
export const usePointedAt = create<{ source: string; answer: string | undefined }>()(() => ({
  source: '',
  answer: undefined,
}))

/** What names a source in an answer and in the list beside it. */
export const sourceOf = ({ paper_id, document_id, passage_id }: Citation): string =>
  paper_id ?? document_id ?? passage_id
