import { blankWork, type Creator, type Work } from '@scinav/contract'
import { usableTitle } from '@scinav/documents'
import type { Selectable } from 'kysely'
import type { DocumentsTable } from '../db/schema-scholars.ts'
import type { DocumentFacts } from '../providers/parsing.ts'

type KnownFacts = Partial<Pick<DocumentFacts, 'title' | 'authors' | 'identifiers'>>

const JOURNAL_ARTICLE = 1
const PREPRINT = 9
const MAX_AUTHORS = 200
const MAX_NAME_CHARS = 200

interface Description
  extends Pick<Selectable<DocumentsTable>, 'title' | 'record' | 'record_lookup' | 'record_engines'> {
  title: string
}

/**
 * Returns the title of a file and its bibliographic record; no record where its first page names neither authors nor an
 * identifier. An identifier is to be looked up.
 */
export function describeFile(facts: KnownFacts): Description {
  const title = usableTitle(facts.title ?? '')
  const { authors = [], identifiers = {} } = facts
  const isNumbered = identifiers.doi !== undefined || identifiers.arxiv !== undefined
  const isKnown = authors.length > 0 || isNumbered
  return {
    title,
    record: isKnown ? JSON.stringify(workOf(title, authors, identifiers)) : null,
    record_lookup: isNumbered ? 'due' : null,
    record_engines: '',
  }
}

function workOf(title: string, authors: string[], { doi, arxiv }: DocumentFacts['identifiers']): Work {
  const creators = authors
    .slice(0, MAX_AUTHORS)
    .map((name): Creator => ({ name: name.slice(0, MAX_NAME_CHARS), role: 'author', affiliations: [] }))
  const isPreprint = arxiv !== undefined && (doi === undefined || doi.startsWith('10.48550/'))
  return {
    ...blankWork(title, isPreprint ? PREPRINT : JOURNAL_ARTICLE),
    creators,
    doi: doi ?? null,
    ...(arxiv !== undefined && { external_ids: { arxiv } }),
    ...(isPreprint && {
      basic_sourcename: 'arXiv',
      publish_date: monthOf(arxiv),
      url: `https://arxiv.org/abs/${arxiv}`,
    }),
  }
}

/** Returns the month that an arXiv identifier names: `1706.03762` and `cs/0112017` begin with year and month. */
function monthOf(arxiv: string): string | null {
  const [, year = '', month = ''] = /^(?:[a-z.-]+\/)?(\d{2})(0[1-9]|1[0-2])/i.exec(arxiv) ?? []
  if (year === '') return null
  // arXiv began in 1991.
  return `${Number(year) >= 91 ? '19' : '20'}${year}-${month}`
}
