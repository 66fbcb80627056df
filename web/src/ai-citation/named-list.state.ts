import { create } from 'zustand'
import { resetCheck } from './check.state.ts'

/** What has a list of references: a document of a knowledge base, or a paper by its file. */
export type ListSource = { document_id: string } | { paper_id: string }

interface NamedList {
  /** What the address named last. */
  key: string
  /** Whose list is still to be read. */
  wanted: ListSource | undefined
}

export const useNamedList = create<NamedList>()(() => ({ key: '', wanted: undefined }))

/** Takes up what the address names: `?document_id=` or `?paper_id=`. What it named before already is left as it is. */
export function setNamedList(params: URLSearchParams): void {
  const [document_id, paper_id] = [params.get('document_id'), params.get('paper_id')]
  const wanted = document_id ? { document_id } : paper_id ? { paper_id } : undefined
  const key = JSON.stringify(wanted ?? '')
  if (!wanted || key === useNamedList.getState().key) return
  resetCheck()
  useNamedList.setState({ key, wanted })
}

/** It has been read, or cannot be. */
export const clearNamedList = (source: ListSource): void =>
  useNamedList.setState(({ wanted }) => (wanted === source ? { wanted: undefined } : {}))
