import { blankWork, type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { usableTitle } from '@scinav/documents'
import { arxivMonth } from '@scinav/formats'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import type { DocumentFacts } from '../../platform/providers/parsing.ts'
import * as activation from './activation.store.ts'

/** The facts from which a file is described; facts stored by an earlier version of this code may lack some. */
type DescribingFacts = Partial<Pick<DocumentFacts, 'title' | 'authors' | 'identifiers' | 'publication'>>

/** Values of `resource_type` by the kind of the publication. */
const RESOURCE_TYPES = {
  journal: RESOURCE_TYPE.journalArticle,
  proceedings: RESOURCE_TYPE.conferencePaper,
  thesis: RESOURCE_TYPE.thesis,
} as const

/** Bounds for what a damaged or hostile file may put into a record. */
const MAX_AUTHORS = 200
const MAX_NAME_CHARS = 200

/** The columns of `documents` that describe a file. */
interface FileDescription {
  /** '' when the file has no title that can be shown. */
  title: string
  /** JSON of a `Work`. */
  record: string | null
  record_lookup: 'due' | null
  record_engines: string
}

/**
 * Returns the title of a file and its bibliographic record; the record is null when the first page states neither
 * authors nor an identifier nor a publication. A record with an identifier is due for lookup.
 */
export function describeFile(facts: DescribingFacts): FileDescription {
  const title = usableTitle(facts.title ?? '')
  const { authors = [], identifiers = {}, publication = {} } = facts
  const hasIdentifier = identifiers.doi !== undefined || identifiers.arxiv !== undefined
  const hasRecord = authors.length > 0 || hasIdentifier || publication.kind !== undefined
  return {
    title,
    record: hasRecord ? JSON.stringify(workOfFile(title, { authors, identifiers, publication })) : null,
    record_lookup: hasIdentifier ? 'due' : null,
    record_engines: '',
  }
}

/** Builds the record of a file from what its parse has read. */
function workOfFile(
  title: string,
  { authors, identifiers, publication }: Required<Omit<DescribingFacts, 'title'>>,
): Work {
  const { doi, arxiv } = identifiers
  const { kind, date = null, venue = null, publisher = null, degree = null } = publication
  const creators = authors
    .slice(0, MAX_AUTHORS)
    .map((name): Creator => ({ name: name.slice(0, MAX_NAME_CHARS), role: 'author', affiliations: [] }))
  // arXiv registers DOIs that begin with 10.48550.
  const isUnpublished = kind === undefined && (doi === undefined || doi.startsWith('10.48550/'))
  const isPreprint = arxiv !== undefined && isUnpublished
  return {
    ...blankWork(title, isPreprint ? RESOURCE_TYPE.preprint : RESOURCE_TYPES[kind ?? 'journal']),
    creators,
    doi: doi ?? null,
    publish_date: date,
    basic_sourcename: venue,
    publisher,
    degree,
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

/** Number of documents described per call. */
const BATCH_SIZE = 200

/** Determines title and record of documents parsed before these were shown, from the stored facts. */
export async function fillMissingTitles(ctx: BaseContext): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    hasMore = await transact(ctx, async (ctx) => {
      const rows = await activation.listUntitled(ctx.db, BATCH_SIZE)
      for (const { id, facts } of rows)
        await activation.updateDocuments(ctx.db, [id], describeFile(JSON.parse(facts ?? '{}')))
      return rows.length === BATCH_SIZE
    })
    await yieldToEventLoop()
  }
}
