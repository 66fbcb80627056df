import { blankWork, type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { usableTitle } from '@scinav/documents'
import type { DocumentFacts } from '../../platform/providers/parsing.ts'

type KnownFacts = Partial<Pick<DocumentFacts, 'title' | 'authors' | 'identifiers' | 'publication'>>

const MAX_AUTHORS = 200
const MAX_NAME_CHARS = 200

interface Description {
  title: string
  record: string | null
  record_lookup: 'due' | null
  record_engines: string
}

/**
 * Returns the title of a file and its bibliographic record; the record is null when the first page states neither
 * authors nor an identifier nor a publication. A record with an identifier is due for lookup.
 */
export function describeFile(facts: KnownFacts): Description {
  const title = usableTitle(facts.title ?? '')
  const { authors = [], identifiers = {}, publication = {} } = facts
  const isNumbered = identifiers.doi !== undefined || identifiers.arxiv !== undefined
  const isKnown = authors.length > 0 || isNumbered || publication.kind !== undefined
  return {
    title,
    record: isKnown ? JSON.stringify(fileWork(title, { authors, identifiers, publication })) : null,
    record_lookup: isNumbered ? 'due' : null,
    record_engines: '',
  }
}

const TYPES = {
  journal: RESOURCE_TYPE.journalArticle,
  proceedings: RESOURCE_TYPE.conferencePaper,
  thesis: RESOURCE_TYPE.thesis,
} as const

type NamedFacts = Required<Omit<KnownFacts, 'title'>>

function fileWork(title: string, { authors, identifiers, publication }: NamedFacts): Work {
  const { doi, arxiv } = identifiers
  const { kind, date = null, venue = null, publisher = null, degree = null } = publication
  const creators = authors
    .slice(0, MAX_AUTHORS)
    .map((name): Creator => ({ name: name.slice(0, MAX_NAME_CHARS), role: 'author', affiliations: [] }))
  const isUnpublished = kind === undefined && (doi === undefined || doi.startsWith('10.48550/'))
  const isPreprint = arxiv !== undefined && isUnpublished
  return {
    ...blankWork(title, isPreprint ? RESOURCE_TYPE.preprint : TYPES[kind ?? 'journal']),
    ...{ creators, doi: doi ?? null, publish_date: date, basic_sourcename: venue, publisher, degree },
    basic_source_vo: publication.volume ?? null,
    basic_source_no: publication.issue ?? null,
    basic_page: publication.pages ?? null,
    ...(arxiv !== undefined && { external_ids: { arxiv } }),
    ...(isPreprint && {
      basic_sourcename: 'arXiv',
      publish_date: arxivMonth(arxiv),
      url: `https://arxiv.org/abs/${arxiv}`,
    }),
  }
}

/** Returns the month that an arXiv identifier contains: `1706.03762` and `cs/0112017` begin with year and month. */
function arxivMonth(arxiv: string): string | null {
  const [, year = '', month = ''] = /^(?:[a-z.-]+\/)?(\d{2})(0[1-9]|1[0-2])/i.exec(arxiv) ?? []
  if (year === '') return null
  // arXiv began in 1991.
  return `${Number(year) >= 91 ? '19' : '20'}${year}-${month}`
}
