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
  /** `''` until it has loaded. */
  title: string
  /** Its authors, source and year on one line; `''` when unknown. */
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

/** Creates the item of a text named in the address; `missingTitle` is the title of a paper that was not found. */
function toItem(target: ReadingTarget, paper: Paper | undefined, missingTitle: string): ReadingItem {
  const item = { key: targetKey(target), target, paper_id: target.paper_id }
  if (paper) return { ...item, title: plainText(paper.title), about: paperSummary(paper) }
  return { ...item, title: target.paper_id === undefined ? '' : missingTitle, about: '' }
}

/**
 * Returns the items of the reading list: the texts in the address, then the documents of the dataset it names. A text
 * that is both is listed once, among the documents.
 */
export function useReadingItems({ list, dataset_id = '', folder_id }: ReadingAddress): ReadingItem[] {
  const ids = list.flatMap(({ paper_id }) => paper_id ?? [])
  const papers = useRead(
    api.papers.byIds,
    { paper_id_list: ids },
    { enabled: ids.length > 0, keepPrevious: true },
  )
  const input = { dataset_id, current_page: 1, page_size: MAX_TEXTS, ...(folder_id && { folder_id }) }
  const documents = useRead(api.datasets.documents, input, { enabled: dataset_id !== '' })
  return useMemo(() => {
    const byId = new Map((papers.data?.list ?? []).map((paper) => [paper.id, paper]))
    // Until all papers have loaded, a paper without a record is not missing but unknown.
    const missingTitle = papers.data === undefined || papers.isPlaceholderData ? '' : UNREADABLE_TITLE
    const named = list.map((target) => toItem(target, byId.get(target.paper_id ?? ''), missingTitle))
    const ofDataset = (documents.data?.list ?? []).map((document): ReadingItem => {
      const target = { document_id: document.id }
      return {
        key: targetKey(target),
        target,
        title: plainText(document.title),
        about: document.paper ? paperSummary(document.paper) : recordFacts(document).slice(0, 2).join(' · '),
        paper_id: document.paper_id ?? undefined,
      }
    })
    const others = named.filter(({ target }) => !ofDataset.some((item) => isSame(item.target, target)))
    return [...others, ...ofDataset]
  }, [list, papers.data, papers.isPlaceholderData, documents.data])
}
