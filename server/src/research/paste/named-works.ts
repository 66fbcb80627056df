import { findPapersByIds } from '../../library/papers/index.ts'
import { titleKey } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { extractTitledPapers } from '../../retrieval/index.ts'
import { fromPaper, type NamedWork } from './named-work.ts'
import { extractOwnText } from './own-text.ts'
import { findPastedWork } from './pasted-work.ts'
import { findReferencedWorks } from './referenced-works.ts'
import { splitPasted } from './split-pasted.ts'

/** The works that a question names, their subjects, and the question about them. */
export interface NamedSubject {
  works: NamedWork[]
  /** Subjects, each searched separately together with the question. */
  subjects: string[]
  /** Query of the question itself; '' when nothing else is asked. */
  query: string
  /** The query names enough of a subject to be searched without the works as well. */
  isStandalone: boolean
  /** The question without the named works, as written. */
  rest: string
  /** Title of the research run. */
  title: string
}

/** The works that a question names, and the rest of the question. */
export interface QuestionWorks {
  /** '' when the question names works and asks nothing. */
  rest: string
  works: NamedWork[]
}

/** Finds the works that a question names and returns them with the rest of the question. */
export async function findNamedWorks(ctx: Context, question: string): Promise<QuestionWorks> {
  const { rest: words, records, references, text } = splitPasted(question)
  const ownText = extractOwnText(words)
  const titled = await extractTitledPapers(ctx, ownText)
  const byReference = await findReferencedWorks(ctx, records, references)
  const byTitle = (await findPapersByIds(ctx, titled.ids)).map((paper) => fromPaper(paper, paper.title))
  const byText = text ? [await findPastedWork(ctx, text)] : []
  const works = [...byReference, ...byTitle, ...byText]
  return { rest: works.length > 0 ? titled.rest : ownText, works: distinctWorks(works) }
}

/** Removes duplicates: the same work pasted as a record, by its DOI and with its abstract counts once. */
const distinctWorks = (works: NamedWork[]): NamedWork[] =>
  works.filter((work, at) => works.findIndex((other) => other === work || isSameWork(other, work)) === at)

const isSameWork = (one: NamedWork, other: NamedWork): boolean =>
  one.given === other.given ||
  (one.paper_id !== null && one.paper_id === other.paper_id) ||
  (one.title !== null && other.title !== null && titleKey(one.title) === titleKey(other.title))
