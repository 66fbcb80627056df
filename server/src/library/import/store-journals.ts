import { createRequire } from 'node:module'
import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { sourceKey } from '@scinav/search'
import type { BaseContext } from '../../platform/context/context.ts'
import * as store from './work.store.ts'

/**
 * Inserts missing journals of the works, adds missing ISSNs to known ones, and returns journal ids by folded title.
 */
export async function storeJournals(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  works: Work[],
): Promise<Map<string, string>> {
  const facts = collectFacts(works)
  if (facts.size === 0) return new Map()
  const known = await store.findJournalsByKeys(ctx.db, [...facts.keys()])
  for (const { id, title_key, issn } of known) {
    const stated = facts.get(title_key)?.issn
    if (!issn && stated) await store.setIssn(ctx.db, id, stated)
  }
  const ids = new Map(known.map(({ title_key, id }) => [title_key, id]))
  const created_at = ctx.now().toISOString()
  const rows = [...facts.values()]
    .filter(({ title_key }) => !ids.has(title_key))
    .map(({ clc_codes, ...rest }) => ({
      ...rest,
      id: ctx.newId(),
      eissn: null,
      country: null,
      homepage: null,
      // Subjects are computed over all papers of a journal, because one paper says little about it.
      subject_codes: '[]',
      clc_codes: JSON.stringify(clc_codes),
      esi_subject: null,
      paper_count: 0,
      citation_sum: 0,
      year_counts: '[]',
      created_at,
    }))
  await store.insertJournals(ctx.db, rows)
  for (const { title_key, id } of rows) ids.set(title_key, id)
  return ids
}

/** Returns what the works together state about each journal. */
function collectFacts(works: Work[]): Map<string, JournalFacts> {
  const facts = new Map<string, JournalFacts>()
  for (const work of works) {
    const found = extractJournal(work)
    if (!found) continue
    const known = facts.get(found.title_key)
    facts.set(found.title_key, known ? mergeFacts(known, found) : found)
  }
  return facts
}

/** Completes what is known about a journal by what another work states; the first statement counts. */
function mergeFacts(known: JournalFacts, found: JournalFacts): JournalFacts {
  return {
    ...known,
    issn: known.issn ?? found.issn,
    publisher: known.publisher ?? found.publisher,
    clc_codes: known.clc_codes.length > 0 ? known.clc_codes : found.clc_codes,
  }
}

/** Returns what a paper states about its journal, or null when it is not a journal article or names no journal. */
export function extractJournal(work: Work) {
  const title = work.basic_sourcename
  if (work.resource_type !== RESOURCE_TYPE.journalArticle || !title) return null
  const title_key = sourceKey(title)
  if (title_key === '') return null
  return {
    title_key,
    title,
    title_zh: /\p{Script=Han}/u.test(title) ? title : null,
    letter: firstLetter(title),
    issn: work.issn,
    publisher: work.publisher,
    clc_codes: work.clc_codes,
  }
}

/** What papers state about a journal. */
export type JournalFacts = NonNullable<ReturnType<typeof extractJournal>>

const requireModule = createRequire(import.meta.url)
/** Letters by Chinese character. */
const letterCache = new Map<string, string>()

/**
 * Returns the letter under which a title is listed: Latin letters as they are, Chinese by pinyin, `#` for anything
 * else.
 */
function firstLetter(title: string): string {
  const first = /[\p{L}\p{N}]/u.exec(title.normalize('NFKD'))?.[0] ?? ''
  if (/[A-Za-z]/.test(first)) return first.toUpperCase()
  if (!/\p{Script=Han}/u.test(first)) return '#'
  const letter = letterCache.get(first) ?? pinyinLetter(first)
  letterCache.set(first, letter)
  return letter
}

/** Returns the first letter of the pinyin of a Chinese character, or `#`. */
function pinyinLetter(character: string): string {
  // Loaded on first use because the package is large.
  const { pinyin } = requireModule('pinyin-pro') as typeof import('pinyin-pro')
  const letter = pinyin(character, { toneType: 'none' }).charAt(0).toUpperCase()
  return /[A-Z]/.test(letter) ? letter : '#'
}
