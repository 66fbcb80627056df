import { readWork, type Work } from '@scinav/contract'
import { simplifyText, yearOf } from '@scinav/search'
import {
  findPapersByKeys,
  findReferences,
  type ReferenceEntry,
  readEntry,
} from '../../citation/check/index.ts'
import { formatRecord, parseWorks } from '../../citation/reference-text/index.ts'
import { findPapersByIds, findRecordsBySeqs, type Paper } from '../../library/papers/index.ts'
import { titleKey } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { extractTitledPapers, findPaperByTitle } from '../../retrieval/index.ts'
import { truncateText } from '../run/edit-text.ts'
import { splitSentences } from '../run/subject-terms.ts'
import { extractOwnText } from './own-text.ts'
import type { PastedText } from './pasted-text.ts'
import { splitPasted } from './split-pasted.ts'

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
const namedWorkFields = ({ title, title_zh, publish_date, keywords, abstract, abstract_zh }: WorkRecord) => ({
  title,
  title_zh: title_zh ?? null,
  year: yearOf(publish_date) || null,
  keywords,
  abstract: [abstract, abstract_zh].filter(Boolean).join('\n'),
})

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

/** Maximum number of works; a longer list is a bibliography, whose first entries represent its subject. */
const MAX_WORKS = 6
/** Length to which a pasted record is cut, in characters. */
const MAX_RECORD_CHARS = 6_000
/** Matches a text that is only an identifier or address, without a title. */
const IDENTIFIER_ONLY = /^(?:(?:doi|arXiv|acl):|https?:\/\/|www\.)\S+$/i

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

/** Returns the named work that is a paper of the library; `given` is the text that names it. */
const fromPaper = (paper: WorkRecord & { id: string }, given: string): NamedWork => ({
  ...namedWorkFields(paper),
  paper_id: paper.id,
  given,
  isText: false,
})

/** Returns the works of records and references: the library's papers where it has them, else what the text says. */
async function findReferencedWorks(
  ctx: Context,
  records: string[],
  references: string[],
): Promise<NamedWork[]> {
  const given = [
    ...(await parseRecords(records.slice(0, MAX_WORKS))),
    ...references.map((text) => ({ text, work: null })),
  ].slice(0, MAX_WORKS)
  if (given.length === 0) return []
  const entries: ReferenceEntry[] = []
  for (const { text } of given) {
    entries.push(readEntry(text))
    await yieldToEventLoop()
  }
  const found = await findReferences(ctx, entries)
  const byAclId = await findPapersByAclId(
    ctx,
    given.map(({ text }) => text),
  )
  return given.map(({ text, work }, at): NamedWork => {
    const paper = found[at]?.paper ?? byAclId.get(text)
    if (paper) return fromPaper(paper, text)
    const parsed = entries[at]?.parsed
    const notInLibrary = { paper_id: null, given: text, isText: false }
    if (work) return { ...namedWorkFields(work), ...notInLibrary }
    const title = IDENTIFIER_ONLY.test(text) || text === UNTITLED_RECORD ? null : (parsed?.title ?? null)
    return { title, title_zh: null, year: parsed?.year ?? null, keywords: [], abstract: '', ...notInLibrary }
  })
}

/**
 * Finds papers by their ACL Anthology numbers; returns them by the text that gives the number:
 * `acl:P19-1001`.
 */
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

/** Parses pasted records. A record without a readable title is kept as one unknown work, whose `work` is null. */
async function parseRecords(records: string[]): Promise<{ text: string; work: Work | null }[]> {
  const parsed = await Promise.all(records.map((record) => parseWorks(record.slice(0, MAX_RECORD_CHARS))))
  return parsed.flatMap((works): { text: string; work: Work | null }[] => {
    const titled = (works ?? []).filter(({ title }) => title !== '')
    if (titled.length === 0) return [{ text: UNTITLED_RECORD, work: null }]
    return titled.map((work) => ({ text: formatRecord(work), work }))
  })
}

/** Length of the beginning of a pasted text that names an untitled work, in characters. */
const MAX_GIVEN_CHARS = 40
/**
 * Number of sentences of a pasted abstract, from the first, of which the longest is sought in the library.
 */
const SOUGHT_SENTENCES = 3
/** Number of hits that are compared with a pasted abstract. */
const MAX_HITS = 5
/** Length of the query for it, in characters. */
const MAX_QUERY_CHARS = 300
/** Minimum number of consecutive letters that identify the paper of a sentence. */
const MIN_SHARED_LETTERS = 24

/** Returns the work whose page or abstract was pasted: the library's record, else one built from the text. */
async function findPastedWork(ctx: Context, pasted: PastedText): Promise<NamedWork> {
  // NFKC replaces compatibility characters of old fonts by the characters they look like: ⻓ becomes 长.
  const text = { ...pasted, titles: pasted.titles.map((title) => title.normalize('NFKC')) }
  const { titles, keywords, body } = text
  const given = truncateText(body.replace(/\s+/g, ' '), MAX_GIVEN_CHARS)
  const [paper] = await findPapersByIds(ctx, [(await findPaper(ctx, text)) ?? ''].filter(Boolean))
  if (paper) return { ...namedWorkFields(paper), paper_id: paper.id, given, isText: true }
  const [title = null] = titles
  return { title, title_zh: null, year: null, keywords, abstract: body, paper_id: null, given, isText: true }
}

/** Returns the id of the paper that a pasted text is, by a title, else by its abstract; null without one. */
async function findPaper(ctx: Context, { titles, body }: PastedText): Promise<string | null> {
  for (const title of titles) {
    const id = await findPaperByTitle(ctx, title)
    if (id !== null) return id
  }
  return findPaperByAbstract(ctx, body)
}

/** Returns the letters and digits of a text in simplified characters and lower case. */
const foldedLetters = (text: string): string =>
  simplifyText(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Finds the paper whose abstract contains, letter by letter, the longest of the first sentences of a text; returns its
 * id, null without one.
 */
async function findPaperByAbstract(ctx: Context, body: string): Promise<string | null> {
  const [longest = ''] = splitSentences(body)
    .slice(0, SOUGHT_SENTENCES)
    .toSorted((one, other) => other.length - one.length)
  const letters = foldedLetters(longest)
  if (letters.length < MIN_SHARED_LETTERS) return null
  const words = longest.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  const engine = await ctx.library.current()
  const { hits } = await engine.search({
    query: words.slice(0, MAX_QUERY_CHARS),
    size: MAX_HITS,
    fallback: true,
    correct: false,
  })
  const rows = await findRecordsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const found = rows.find(({ record }) => {
    const { abstract, abstract_zh } = readWork(record)
    return foldedLetters(`${abstract ?? ''} ${abstract_zh ?? ''}`).includes(letters)
  })
  return found?.id ?? null
}
