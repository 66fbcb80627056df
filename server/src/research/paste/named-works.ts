import type { Work } from '@scinav/contract'
import { findTitledPapers } from '../../answers/index.ts'
import {
  findPapersByKeys,
  findReferences,
  formatRecord,
  parseWorks,
  readEntry,
} from '../../citation/check/index.ts'
import { findPapersByIds, type Paper } from '../../library/papers/index.ts'
import { titleKey } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { findPastedWork } from './find-pasted-work.ts'
import { type NamedWork, namedWorkFields, type WorkRecord } from './named-work.ts'
import { extractOwnText } from './own-text.ts'
import { splitPasted } from './split-pasted.ts'

/** The works that a question names, and the rest of the question. */
export interface QuestionWorks {
  /** '' when the question names works and asks nothing. */
  rest: string
  works: NamedWork[]
}

/** Maximum number of works; a longer list is a bibliography, whose first entries represent its subject. */
const MAX_WORKS = 6
const MAX_RECORD_CHARS = 6_000
/** Matches a text that is only an identifier or address, without a title. */
const IDENTIFIER_ONLY = /^(?:(?:doi|arXiv|acl):|https?:\/\/|www\.)\S+$/i

/** Finds the works that a question names and returns them with the rest of the question. */
export async function findNamedWorks(ctx: Context, question: string): Promise<QuestionWorks> {
  const { rest: written, records, references, text } = splitPasted(question)
  const rest = extractOwnText(written)
  const titled = await findTitledPapers(ctx, rest)
  const pasted = await findPastedWorks(ctx, records, references)
  const called = (await findPapersByIds(ctx, titled.ids)).map((paper) => fromPaper(paper, paper.title))
  const own = text ? [await findPastedWork(ctx, text)] : []
  const all = [...pasted, ...called, ...own]
  return { rest: all.length > 0 ? titled.rest : rest, works: distinctWorks(all) }
}

const fromPaper = (paper: WorkRecord & { id: string }, given: string): NamedWork => ({
  ...namedWorkFields(paper),
  paper_id: paper.id,
  given,
  isText: false,
})

async function findPastedWorks(ctx: Context, records: string[], references: string[]): Promise<NamedWork[]> {
  const given = [
    ...(await parseRecords(records.slice(0, MAX_WORKS))),
    ...references.map((text) => ({ text, work: null })),
  ].slice(0, MAX_WORKS)
  if (given.length === 0) return []
  const entries = given.map(({ text }) => readEntry(text))
  const found = await findReferences(ctx, entries)
  const numbered = await findPapersByAclId(
    ctx,
    given.map(({ text }) => text),
  )
  return given.map(({ text, work }, at): NamedWork => {
    const paper = found[at]?.paper ?? numbered.get(text)
    const parsed = entries[at]?.parsed
    const lacking = { paper_id: null, given: text, isText: false }
    if (paper) return fromPaper(paper, text)
    if (work) return { ...namedWorkFields(work), ...lacking }
    const title = IDENTIFIER_ONLY.test(text) || text === UNTITLED_RECORD ? null : (parsed?.title ?? null)
    return { title, title_zh: null, year: parsed?.year ?? null, keywords: [], abstract: '', ...lacking }
  })
}

/** Finds papers by their ACL Anthology numbers. */
async function findPapersByAclId(ctx: Context, texts: string[]): Promise<Map<string, Paper>> {
  const keys = new Map(texts.filter((text) => /^acl:/i.test(text)).map((text) => [text, text.toLowerCase()]))
  if (keys.size === 0) return new Map()
  const ids = await findPapersByKeys(ctx.db, [...keys.values()])
  const papers = await findPapersByIds(ctx, [...ids.values()].flat())
  return new Map(
    [...keys].flatMap(([text, key]) => {
      const paper = papers.find(({ id }) => ids.get(key)?.includes(id))
      return paper ? [[text, paper] as const] : []
    }),
  )
}

/** Removes duplicates: the same work pasted as a record, by its DOI and with its abstract counts once. */
const distinctWorks = (works: NamedWork[]): NamedWork[] =>
  works.filter((work, at) => works.findIndex((other) => other === work || isSameWork(other, work)) === at)

const isSameWork = (one: NamedWork, other: NamedWork): boolean =>
  one.given === other.given ||
  (one.paper_id !== null && one.paper_id === other.paper_id) ||
  (one.title !== null && other.title !== null && titleKey(one.title) === titleKey(other.title))

/** Text that represents a record whose title cannot be read. */
const UNTITLED_RECORD = '粘贴的题录'

async function parseRecords(records: string[]): Promise<{ text: string; work: Work | null }[]> {
  const read = await Promise.all(records.map((record) => parseWorks(record.slice(0, MAX_RECORD_CHARS))))
  return read.flatMap((works): { text: string; work: Work | null }[] => {
    const titled = (works ?? []).filter(({ title }) => title !== '')
    if (titled.length === 0) return [{ text: UNTITLED_RECORD, work: null }]
    return titled.map((work) => ({ text: formatRecord(work), work }))
  })
}
