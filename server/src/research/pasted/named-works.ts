import type { Work } from '@scinav/contract'
import { titledPapers } from '../../answers/index.ts'
import { entryOf, entryOfRecord, findReferences, papersByKeys, worksIn } from '../../citation/check/index.ts'
import { type Paper, papersByIds } from '../../library/papers/index.ts'
import { titleKey } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { type NamedWork, type Told, told } from './named-work.ts'
import { ownText } from './own-text.ts'
import { partPasted } from './part-pasted.ts'
import { workOfText } from './work-of-text.ts'

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
const IDENTIFIER = /^(?:(?:doi|arXiv|acl):|https?:\/\/|www\.)\S+$/i

/** The works that a question names, and what it asks of them. */
export async function namedWorks(ctx: Context, question: string): Promise<Named> {
  const { rest: written, records, references, text } = partPasted(question)
  const rest = ownText(written)
  const titled = await titledPapers(ctx, rest)
  const pasted = await pastedWorks(ctx, records, references)
  const called = (await papersByIds(ctx, titled.ids)).map((paper) => ofPaper(paper, paper.title))
  const own = text ? [await workOfText(ctx, text)] : []
  const all = [...pasted, ...called, ...own]
  return { rest: all.length > 0 ? titled.rest : rest, works: withoutRepeats(all) }
}

const ofPaper = (paper: Told & { id: string }, given: string): NamedWork => ({
  ...told(paper),
  paper_id: paper.id,
  given,
  isText: false,
})

async function pastedWorks(ctx: Context, records: string[], references: string[]): Promise<NamedWork[]> {
  const given = [
    ...(await fromRecords(records.slice(0, MOST))),
    ...references.map((text) => ({ text, work: null })),
  ].slice(0, MOST)
  if (given.length === 0) return []
  const entries = given.map(({ text }) => entryOf(text))
  const found = await findReferences(ctx, entries)
  const numbered = await papersNumbered(
    ctx,
    given.map(({ text }) => text),
  )
  return given.map(({ text, work }, at): NamedWork => {
    const paper = found[at]?.paper ?? numbered.get(text)
    const parsed = entries[at]?.parsed
    const lacking = { paper_id: null, given: text, isText: false }
    if (paper) return ofPaper(paper, text)
    if (work) return { ...told(work), ...lacking }
    const title = IDENTIFIER.test(text) || text === UNTITLED ? null : (parsed?.title ?? null)
    return { title, title_zh: null, year: parsed?.year ?? null, keywords: [], abstract: '', ...lacking }
  })
}

/** The papers under numbers of the ACL Anthology. */
async function papersNumbered(ctx: Context, texts: string[]): Promise<Map<string, Paper>> {
  const keys = new Map(texts.filter((text) => /^acl:/i.test(text)).map((text) => [text, text.toLowerCase()]))
  if (keys.size === 0) return new Map()
  const ids = await papersByKeys(ctx.db, [...keys.values()])
  const papers = await papersByIds(ctx, [...ids.values()].flat())
  return new Map(
    [...keys].flatMap(([text, key]) => {
      const paper = papers.find(({ id }) => ids.get(key)?.includes(id))
      return paper ? [[text, paper] as const] : []
    }),
  )
}

/** One that was pasted as a record, by its DOI and with its abstract is one. */
const withoutRepeats = (works: NamedWork[]): NamedWork[] =>
  works.filter((work, at) => works.findIndex((other) => other === work || isSame(other, work)) === at)

const isSame = (one: NamedWork, other: NamedWork): boolean =>
  one.given === other.given ||
  (one.paper_id !== null && one.paper_id === other.paper_id) ||
  (one.title !== null && other.title !== null && titleKey(one.title) === titleKey(other.title))

/** A record whose title cannot be read. */
const UNTITLED = '粘贴的题录'

async function fromRecords(records: string[]): Promise<{ text: string; work: Work | null }[]> {
  const read = await Promise.all(records.map((record) => worksIn(record.slice(0, LONGEST_RECORD))))
  return read.flatMap((works): { text: string; work: Work | null }[] => {
    const titled = (works ?? []).filter(({ title }) => title !== '')
    if (titled.length === 0) return [{ text: UNTITLED, work: null }]
    return titled.map((work) => ({ text: entryOfRecord(work), work }))
  })
}
