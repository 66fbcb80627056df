import { create } from 'zustand'
import { resetCheck } from './check.state.ts'

/** A text with a reference list: a document of a knowledge base, or a paper with a file. */
export type ListSource = { document_id: string } | { paper_id: string }

interface NamedListState {
  /** Identifies the last source in the address; `''` before the first one. */
  key: string
  /** The source whose list is still to be read. */
  pending: ListSource | undefined
}

/** The reference list that the address names, until it has been read. */
export const useNamedList = create<NamedListState>()(() => ({ key: '', pending: undefined }))

/** Reads the source in the address: `?document_id=` or `?paper_id=`. One that was read before is ignored. */
export function setNamedList(params: URLSearchParams): void {
  const [document_id, paper_id] = [params.get('document_id'), params.get('paper_id')]
  const pending = document_id ? { document_id } : paper_id ? { paper_id } : undefined
  if (!pending) return
  const key = JSON.stringify(pending)
  if (key === useNamedList.getState().key) return
  resetCheck()
  useNamedList.setState({ key, pending })
}

/** Clears a source that was read, or cannot be. */
export const clearNamedList = (source: ListSource): void =>
  useNamedList.setState(({ pending }) => (pending === source ? { pending: undefined } : {}))
