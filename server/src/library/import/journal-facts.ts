import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { sourceKey } from '@scinav/search'
import { firstLetter } from './first-letter.ts'

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
