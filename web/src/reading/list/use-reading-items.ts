import { api } from '@scinav/contract'
import { useMemo } from 'react'
import { useRead } from '../../api/use-read.ts'
import { recordFacts } from '../../paper/file-record/record.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { authorsOf, nameOn, type Paper, sourceNameOf, yearOf } from '../../paper/paper.ts'
import { MOST, type ReadingAddress } from '../state/reading-address.ts'
import { isSame, keyOf, type Target } from '../state/target.ts'

/** A line of the list of what is read. */
export interface ReadingItem {
  key: string
  target: Target
  /** Empty until it is known. */
  title: string
  about: string
  /** The paper it is, where that is known. */
  paper_id: string | undefined
}

/** What has gone, or is not shared with the reader, has no name here. */
export const UNREADABLE = '打不开的文献'

const aboutOf = (paper: Paper): string => {
  const [first, second] = authorsOf(paper).map((author) => nameOn(paper, author))
  const who = second ? `${first} 等` : first
  return [who, sourceNameOf(paper), yearOf(paper)].filter(Boolean).join(' · ')
}

const itemOf = (target: Target, paper: Paper | undefined, unknown: string): ReadingItem => ({
  key: keyOf(target),
  target,
  title: paper ? plainText(paper.title) : target.paper_id === undefined ? '' : unknown,
  about: paper ? aboutOf(paper) : '',
  paper_id: target.paper_id,
})

/** What is read beside each other: what the address lists, and the documents of the dataset that it names. */
export function useReadingItems({ list, dataset_id = '', folder_id }: ReadingAddress): ReadingItem[] {
  const ids = list.flatMap(({ paper_id }) => paper_id ?? [])
  const papers = useRead(
    api.papers.byIds,
    { paper_id_list: ids },
    { enabled: ids.length > 0, keepPrevious: true },
  )
  const inside = { dataset_id, current_page: 1, page_size: MOST, ...(folder_id && { folder_id }) }
  const documents = useRead(api.datasets.documents, inside, { enabled: dataset_id !== '' })
  return useMemo(() => {
    const byId = new Map((papers.data?.list ?? []).map((paper) => [paper.id, paper]))
    const unknown = papers.data === undefined || papers.isPlaceholderData ? '' : UNREADABLE
    const named = list.map((target) => itemOf(target, byId.get(target.paper_id ?? ''), unknown))
    const within = (documents.data?.list ?? []).map((document): ReadingItem => {
      const target = { document_id: document.id }
      return {
        key: keyOf(target),
        target,
        title: plainText(document.title),
        about: document.paper ? aboutOf(document.paper) : recordFacts(document).slice(0, 2).join(' · '),
        paper_id: document.paper_id ?? undefined,
      }
    })
    const beside = named.filter(({ target }) => !within.some((one) => isSame(one.target, target)))
    return [...beside, ...within]
  }, [list, papers.data, papers.isPlaceholderData, documents.data])
}
