import type { Work } from '@scinav/contract'
import { yearOf } from '@scinav/search'

/** A work that a question names: by a record, a reference, an identifier, or its title. */
export interface NamedWork {
  /** As it is called in the library, else as the question calls it; null where that has an identifier alone. */
  title: string | null
  title_zh: string | null
  /** In the library; null where that lacks it. */
  paper_id: string | null
  year: number | null
  keywords: string[]
  abstract: string
  /** As it was pasted. */
  given: string
  /** It was pasted itself: its first page, or its abstract. */
  isText: boolean
}

export type WorkRecord = Pick<
  Work,
  'title' | 'title_zh' | 'publish_date' | 'keywords' | 'abstract' | 'abstract_zh'
>

/** A record as a work that was named. */
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

/** What works that a question names are about, and what is asked of them. */
export interface NamedSubject {
  works: NamedWork[]
  /** Each is looked up by itself, with what is asked of it. */
  subjects: string[]
  /** What is asked besides; '' where nothing is. */
  own: string
  /** It says so much that it is looked up by itself, too. */
  stands: boolean
  /** As it was asked, without the works. */
  rest: string
  /** What the research is called. */
  called: string
}
