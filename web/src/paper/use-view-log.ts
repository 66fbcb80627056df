import { api } from '@scinav/contract'
import { useEffect } from 'react'
import { useWrite } from '../api/use-write.ts'

interface ViewedItem {
  paper_id?: string | undefined
  document_id?: string | undefined
}

/**
 * Logs a view of a document, or else of a paper, once per mount and change of the ids; does nothing while neither id is
 * known.
 */
export function useViewLog({ paper_id, document_id }: ViewedItem): void {
  const { mutate } = useWrite(api.papers.logView, { refreshes: [api.papers.views] })
  useEffect(() => {
    if (document_id) mutate({ document_id })
    else if (paper_id) mutate({ paper_id })
  }, [paper_id, document_id, mutate])
}
