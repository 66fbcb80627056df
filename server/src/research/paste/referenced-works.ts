import type { Work } from '@scinav/contract'
import {
  findPapersByKeys,
  findReferences,
  type ReferenceEntry,
  readEntry,
} from '../../citation/check/index.ts'
import { formatRecord, parseWorks } from '../../citation/reference-text/index.ts'
import { findPapersByIds, type Paper } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { fromPaper, type NamedWork, namedWorkFields } from './named-work.ts'

/** Maximum number of works; a longer list is a bibliography, whose first entries represent its subject. */
const MAX_WORKS = 6
/** Matches a text that is only an identifier or address, without a title. */
const IDENTIFIER_ONLY = /^(?:(?:doi|arXiv|acl):|https?:\/\/|www\.)\S+$/i

/** Returns the works of records and references: the library's papers where it has them, else what the text says. */
export async function findReferencedWorks(
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

/** Length to which a pasted record is cut, in characters. */
const MAX_RECORD_CHARS = 6_000
/** Text that represents a record whose title cannot be read. */
const UNTITLED_RECORD = '粘贴的题录'

/** Parses pasted records. A record without a readable title is kept as one unknown work, whose `work` is null. */
async function parseRecords(records: string[]): Promise<{ text: string; work: Work | null }[]> {
  const parsed = await Promise.all(records.map((record) => parseWorks(record.slice(0, MAX_RECORD_CHARS))))
  return parsed.flatMap((works): { text: string; work: Work | null }[] => {
    const titled = works.filter(({ title }) => title !== '')
    if (titled.length === 0) return [{ text: UNTITLED_RECORD, work: null }]
    return titled.map((work) => ({ text: formatRecord(work), work }))
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
