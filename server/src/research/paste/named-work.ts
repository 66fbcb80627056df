import type { Work } from '@scinav/contract'
import { yearOf } from '@scinav/search'

/** A work that a question names by a record, a reference, an identifier or its title. */
export interface NamedWork {
  /** Title in the library, else as given in the question; null when only an identifier is known. */
  title: string | null
  title_zh: string | null
  /** Id of the paper in the library; null when the library lacks it. */
  paper_id: string | null
  year: number | null
  keywords: string[]
  abstract: string
  /** The pasted text that names the work. */
  given: string
  /** The work's own text was pasted: its first page or its abstract. */
  isText: boolean
}

type WorkRecord = Pick<Work, 'title' | 'title_zh' | 'publish_date' | 'keywords' | 'abstract' | 'abstract_zh'>

/** Returns the fields of a named work that come from a record. */
export const namedWorkFields = ({
  title,
  title_zh,
  publish_date,
  keywords,
  abstract,
  abstract_zh,
}: WorkRecord) => ({
  title,
  title_zh: title_zh ?? null,
  year: yearOf(publish_date) || null,
  keywords,
  abstract: [abstract, abstract_zh].filter(Boolean).join('\n'),
})

/** Returns the named work that is a paper of the library; `given` is the text that names it. */
export const fromPaper = (paper: WorkRecord & { id: string }, given: string): NamedWork => ({
  ...namedWorkFields(paper),
  paper_id: paper.id,
  given,
  isText: false,
})
