import { api } from '@scinav/contract'
import { useMemo } from 'react'
import { useRead } from '../../api/use-read.ts'
import { recordFacts } from '../../paper/file-record/record.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { authorsOf, type Paper, printedName, sourceNameOf, yearOf } from '../../paper/paper.ts'
import { MAX_TEXTS, type ReadingAddress } from '../state/reading-address.ts'
import { isSame, type ReadingTarget, targetKey } from '../state/target.ts'

/** An item of the reading list. */
export interface ReadingItem {
  key: string
  target: ReadingTarget
  /** Empty until it has loaded. */
  title: string
  about: string
  /** The id of its paper, where known. */
  paper_id: string | undefined
}

/** The title of a text that was deleted or is not shared with the reader. */
export const UNREADABLE_TITLE = '打不开的文献'

const paperSummary = (paper: Paper): string => {
  const [first, second] = authorsOf(paper).map((author) => printedName(paper, author))
  const authors = second ? `${first} 等` : first
  return [authors, sourceNameOf(paper), yearOf(paper)].filter(Boolean).join(' · ')
}

const toItem = (target: ReadingTarget, paper: Paper | undefined, unknown: string): ReadingItem => ({
  key: targetKey(target),
  target,
  title: paper ? plainText(paper.title) : target.paper_id === undefined ? '' : unknown,
  about: paper ? paperSummary(paper) : '',
  paper_id: target.paper_id,
})

/** Returns the items of the reading list: those in the address, and the documents of the dataset it names. */
export function useReadingItems({ list, dataset_id = '', folder_id }: ReadingAddress): ReadingItem[] {
  const ids = list.flatMap(({ paper_id }) => paper_id ?? [])
  const papers = useRead(
    api.papers.byIds,
    { paper_id_list: ids },
    { enabled: ids.length > 0, keepPrevious: true },
  )
  const inside = { dataset_id, current_page: 1, page_size: MAX_TEXTS, ...(folder_id && { folder_id }) }
  const documents = useRead(api.datasets.documents, inside, { enabled: dataset_id !== '' })
  return useMemo(() => {
    const byId = new Map((papers.data?.list ?? []).map((paper) => [paper.id, paper]))
    const unknown = papers.data === undefined || papers.isPlaceholderData ? '' : UNREADABLE_TITLE
    const named = list.map((target) => toItem(target, byId.get(target.paper_id ?? ''), unknown))
    const within = (documents.data?.list ?? []).map((document): ReadingItem => {
      const target = { document_id: document.id }
      return {
        key: targetKey(target),
        target,
        title: plainText(document.title),
        about: document.paper ? paperSummary(document.paper) : recordFacts(document).slice(0, 2).join(' · '),
        paper_id: document.paper_id ?? undefined,
      }
    })
    const beside = named.filter(({ target }) => !within.some((one) => isSame(one.target, target)))
    return [...beside, ...within]
  }, [list, papers.data, papers.isPlaceholderData, documents.data])
}
