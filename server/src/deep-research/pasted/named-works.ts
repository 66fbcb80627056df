import type { Work } from '@scinav/contract'
import { yearOf } from '@scinav/search'
import { titledPapers } from '../../answers/index.ts'
import type { Context } from '../../context/context.ts'
import { papersByIds } from '../../papers/index.ts'
import { entryOf, entryOfRecord, findReferences, worksIn } from '../../references/index.ts'
import { ownText } from './own-text.ts'
import { partPasted } from './part-pasted.ts'

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
}

/** What a question is without the works that it names, and these. */
export interface Named {
  /** '' where it names works and asks nothing. */
  rest: string
  works: NamedWork[]
}

/** More are a list of literature, whose first are taken for what it is about. */
const MOST = 6
const LONGEST_RECORD = 6_000
/** An identifier alone, as it is written here: it tells no title. */
const IDENTIFIER = /^(?:doi|arXiv):\S+$/

/** The works that a question names, and what it asks of them. */
export async function namedWorks(ctx: Context, question: string): Promise<Named> {
  const { rest: written, records, references } = partPasted(question)
  const rest = ownText(written)
  const titled = await titledPapers(ctx, rest)
  const given = [
    ...(await fromRecords(records.slice(0, MOST))),
    ...references.map((text) => ({ text, work: null })),
  ].slice(0, MOST)
  if (given.length + titled.ids.length === 0) return { rest, works: [] }
  const entries = given.map(({ text }) => entryOf(text))
  const found = await findReferences(ctx, entries)
  const pasted = given.map(({ text, work }, at): NamedWork => {
    const paper = found[at]?.paper
    const parsed = entries[at]?.parsed
    if (paper) return { ...told(paper), paper_id: paper.id, given: text }
    if (work) return { ...told(work), paper_id: null, given: text }
    const title = IDENTIFIER.test(text) ? null : (parsed?.title ?? null)
    const named = { title, title_zh: null, year: parsed?.year ?? null }
    return { ...named, paper_id: null, keywords: [], abstract: '', given: text }
  })
  const called = (await papersByIds(ctx, titled.ids)).map((paper): NamedWork => {
    return { ...told(paper), paper_id: paper.id, given: paper.title }
  })
  const all = [...pasted, ...called]
  const works = all.filter(({ given }, at) => all.findIndex((other) => other.given === given) === at)
  return { rest: titled.rest, works: withoutRepeats(works) }
}

/** One that was pasted as a record and by its DOI is one. */
const withoutRepeats = (works: NamedWork[]): NamedWork[] =>
  works.filter(
    ({ paper_id }, at) => paper_id === null || works.findIndex((other) => other.paper_id === paper_id) === at,
  )

async function fromRecords(records: string[]): Promise<{ text: string; work: Work }[]> {
  const read = await Promise.all(records.map((record) => worksIn(record.slice(0, LONGEST_RECORD))))
  return read.flatMap((works) =>
    (works ?? []).filter(({ title }) => title !== '').map((work) => ({ text: entryOfRecord(work), work })),
  )
}

type Told = Pick<Work, 'title' | 'title_zh' | 'publish_date' | 'keywords' | 'abstract' | 'abstract_zh'>

const told = ({ title, title_zh, publish_date, keywords, abstract, abstract_zh }: Told) => ({
  title,
  title_zh: title_zh ?? null,
  year: yearOf(publish_date) || null,
  keywords,
  abstract: [abstract, abstract_zh].filter(Boolean).join('\n'),
})
