import { api, type OutputOf } from '@scinav/contract'
import { useUser } from '../../api/session.state.ts'
import { useWrite } from '../../api/use-write.ts'
import { sourceNameOf } from '../paper.ts'

/** A document of a dataset with its paper or its own record. */
export type RecordedDocument = OutputOf<typeof api.ingestion.operate>

/** The one-line fields of a record with their labels, in the order of a reference. */
export const RECORD_LINES = [
  ['basic_sourcename', '刊名或会议录名'],
  ['publish_date', '出版时间'],
  ['basic_source_vo', '卷'],
  ['basic_source_no', '期'],
  ['basic_page', '页码'],
  ['publisher', '出版者'],
  ['doi', 'DOI'],
  ['url', '网址'],
] as const

/** Of more authors, only the first is named. */
const MAX_NAMED_AUTHORS = 3

/** Returns the authors, source and DOI of a document, from its paper or its own record; unknown facts are omitted. */
export function recordFacts({ paper, record }: Pick<RecordedDocument, 'paper' | 'record'>): string[] {
  const work = paper ?? record
  if (!work) return []
  const authors = authorNames(work)
  const authorsText = authors.length > MAX_NAMED_AUTHORS ? `${authors[0]} 等` : authors.join('，')
  const source = paper ? sourceNameOf(paper) : work.basic_sourcename
  const sourceAndYear = [source, work.publish_date?.slice(0, 4)].filter(Boolean).join(' ')
  return [authorsText, sourceAndYear, work.doi ? `DOI ${work.doi}` : ''].filter(Boolean)
}

/** Returns the names of a record's authors in order. */
export const authorNames = ({ creators }: NonNullable<RecordedDocument['record']>): string[] =>
  creators.filter(({ role }) => role === 'author').map(({ name }) => name)

/** The reads that show records of files. */
const refreshes = [
  api.datasets.documents,
  api.datasets.figures,
  api.datasets.folders,
  api.datasets.all,
  api.datasets.literatureStatistics,
  api.reading.open,
  api.citation.preview,
  api.papers.views,
]

/** Returns the mutation that changes the record of a file or its paper. */
export const useRecordChange = () => useWrite(api.ingestion.operate, { refreshes })

// Roles by number: 1 owner, 2 manager, 3 member, 4 viewer.
const MANAGER_ROLE = 2
const MEMBER_ROLE = 3

/** Whether the user may change a document: managers may change all, members those they added. */
export function useCanChange(document: Pick<RecordedDocument, 'creator_id'> & { my_role: number }): boolean {
  const user = useUser()
  const { my_role, creator_id } = document
  return my_role <= MANAGER_ROLE || (my_role === MEMBER_ROLE && creator_id === user?.id)
}
