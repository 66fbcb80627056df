import { create } from 'zustand'
import { resetCheck } from './check.state.ts'

/** A text with a reference list: a document of a knowledge base, or a paper with a file. */
export type ListSource = { document_id: string } | { paper_id: string }

interface NamedList {
  /** The last source in the address. */
  key: string
  /** The source whose list is still to be read. */
  wanted: ListSource | undefined
}

export const useNamedList = create<NamedList>()(() => ({ key: '', wanted: undefined }))

/** Reads the source in the address: `?document_id=` or `?paper_id=`. One that was read before is ignored. */
export function setNamedList(params: URLSearchParams): void {
  const [document_id, paper_id] = [params.get('document_id'), params.get('paper_id')]
  const wanted = document_id ? { document_id } : paper_id ? { paper_id } : undefined
  const key = JSON.stringify(wanted ?? '')
  if (!wanted || key === useNamedList.getState().key) return
  resetCheck()
  useNamedList.setState({ key, wanted })
}

/** Clears a source that was read, or cannot be. */
export const clearNamedList = (source: ListSource): void =>
  useNamedList.setState(({ wanted }) => (wanted === source ? { wanted: undefined } : {}))
