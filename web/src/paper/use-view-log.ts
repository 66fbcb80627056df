import { api } from '@scinav/contract'
import { useEffect } from 'react'
import { useWrite } from '../api/use-write.ts'

interface ViewedItem {
  paper_id?: string | undefined
  document_id?: string | undefined
}

/** Remembers that a paper or a document was looked at, once it has shown; nothing while neither is named. */
export function useViewLog({ paper_id, document_id }: ViewedItem): void {
  const { mutate } = useWrite(api.papers.logView, { refreshes: [api.papers.views] })
  useEffect(() => {
    if (document_id) mutate({ document_id })
    else if (paper_id) mutate({ paper_id })
  }, [paper_id, document_id, mutate])
}
