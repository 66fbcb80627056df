import type { PaperCounts, QueryConcepts } from '@scinav/search'
import type { Context } from '../../platform/context/context.ts'
import { documentTitle } from './document-title.ts'
import * as store from './passage.store.ts'

type ReaderContext = Pick<Context, 'db' | 'actor'>

/** The scope of a search for passages: datasets that the user may read, optionally restricted to some documents. */
export interface PassageScope {
  dataset_ids: string[]
  document_ids?: string[]
}

/** A document whose passages may be used in answers. */
export interface ReadDocument {
  document_id: string
  dataset_id: string
  dataset_name: string
  /** Name of the file. */
  name: string
  /** Title on the first page, see `documentTitle`. */
  title: string
  /** The library's paper that the document is, if any. */
  paper_id: string | null
  parse_id: string
}

/** A rectangle on a page, in fractions 0–1 from the top left. */
export interface PageBox {
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** A passage of a parsed file. */
export interface ReadPassage {
  /** Position among the passages of its parse, from 0. */
  ordinal: number
  kind: 'text' | 'table' | 'code' | 'reference'
  headings: string[]
  text: string
  /** Offsets in the canonical text of the document, in UTF-16 units, `end` exclusive. */
  start: number
  end: number
  /** The page on which it begins, from 1. */
  page: number
  boxes: PageBox[]
}

/** A passage found, with its score. */
export interface FoundPassage {
  document: ReadDocument
  passage: ReadPassage
  /** Comparable only within one search. */
  score: number
}

/** Returns the id of a passage, which is stable as long as its document keeps the same parse. */
export const passageId = (document_id: string, parse_id: string, ordinal: number): string =>
  `${document_id}:${parse_id}:${ordinal}`

/** The parts of a passage's id. */
interface PassagePlace {
  /** The document, or the file attached to a question. */
  document_id: string
  parse_id: string
  ordinal: number
}

/** Reads the id of a passage; null when it is none of a document or file. */
export function parsePassageId(passage_id: string): PassagePlace | null {
  const [document_id, parse_id, ordinal] = passage_id.split(':')
  return document_id && parse_id && /^\d{1,9}$/.test(ordinal ?? '')
    ? { document_id, parse_id, ordinal: Number(ordinal) }
    : null
}

/** Returns the counts of a scope, to be added to those of the library. */
export const countScope = async (ctx: Pick<Context, 'passages'>, scope: PassageScope): Promise<PaperCounts> =>
  (await ctx.passages.current()).countWithin(scope)

/**
 * Returns at most `limit` passages that match at least a `share` (0–1) of the concepts' weight, best first. Hits are
 * checked against the database: passages that are deleted, moved, excluded or no longer readable are dropped even if
 * the index still has them.
 */
export async function findPassages(
  ctx: ReaderContext & Pick<Context, 'passages'>,
  concepts: QueryConcepts,
  scope: PassageScope,
  { share, limit }: { share: number; limit: number },
): Promise<FoundPassage[]> {
  if (scope.dataset_ids.length === 0 || scope.document_ids?.length === 0) return []
  const index = await ctx.passages.current()
  const hits = await index.findByConcepts(concepts, { share, among: null, filters: scope, limit })
  const places = placesInScope(
    await store.findPlaces(
      ctx.db,
      ctx.actor.id,
      hits.map(({ seq }) => seq),
    ),
    scope,
  )
  const scored = hits.flatMap(({ seq, score }) => {
    // A place covers the sequence numbers from `first_seq` on, one for each ordinal.
    const place = places.find(({ first_seq, passages }) => seq >= first_seq && seq < first_seq + passages)
    return place ? [{ source: place, ordinal: seq - place.first_seq, score }] : []
  })
  return loadPassages(ctx, scored)
}

/** Removes places outside of the scope: a document may have moved since it was indexed. */
const placesInScope = <Place extends store.ReadyDocumentRow>(places: Place[], scope: PassageScope): Place[] =>
  places.filter(
    ({ dataset_id, document_id }) =>
      scope.dataset_ids.includes(dataset_id) && (scope.document_ids?.includes(document_id) ?? true),
  )

/** A passage by its ordinal, with the document that has it (`source`) as the user may read it. */
interface ScoredPassage {
  source: store.ReadyDocumentRow
  ordinal: number
  score: number
}

/** Loads passages in the given order; those deleted or excluded are dropped. */
async function loadPassages(ctx: ReaderContext, scored: ScoredPassage[]): Promise<FoundPassage[]> {
  const byParse = Map.groupBy(scored, ({ source }) => source.parse_id ?? '')
  const rows = await store.findPassagesByOrdinal(
    ctx.db,
    [...byParse].map(([parse_id, passages]) => ({
      parse_id,
      ordinals: passages.map(({ ordinal }) => ordinal),
    })),
  )
  const texts = new Map(rows.map((row) => [`${row.parse_id}:${row.ordinal}`, row]))
  const documents = await loadDocuments(
    ctx,
    scored.map(({ source }) => source),
  )
  const excluded = await store.findExcludedPassages(ctx.db, documents.keys())
  const excludedIds = new Set(
    excluded.map((each) => passageId(each.document_id, each.parse_id, each.ordinal)),
  )
  return scored.flatMap(({ source, ordinal, score }) => {
    const row = texts.get(`${source.parse_id}:${ordinal}`)
    const document = documents.get(source.document_id)
    if (!row || !document || excludedIds.has(passageId(document.document_id, document.parse_id, ordinal)))
      return []
    return [{ document, passage: toReadPassage(row), score }]
  })
}

/** Returns the documents of the rows that have a parse, by document id, with their titles. */
async function loadDocuments(
  ctx: ReaderContext,
  rows: store.ReadyDocumentRow[],
): Promise<Map<string, ReadDocument>> {
  const facts = new Map(
    (
      await store.findFacts(
        ctx.db,
        rows.flatMap(({ parse_id }) => parse_id ?? []),
      )
    ).map((row) => [row.id, row.facts]),
  )
  return new Map(
    rows.flatMap(({ document_id, document_name: name, parse_id, ...rest }): [string, ReadDocument][] => {
      if (parse_id === null) return []
      const { dataset_id, dataset_name, paper_id } = rest
      const title = documentTitle(rest.named_by_hand === 1 ? null : (facts.get(parse_id) ?? null), name)
      return [[document_id, { document_id, dataset_id, dataset_name, name, title, paper_id, parse_id }]]
    }),
  )
}

/** Converts a row to a passage. */
export const toReadPassage = (row: store.PassageRow): ReadPassage => ({
  ordinal: row.ordinal,
  kind: row.kind,
  headings: JSON.parse(row.headings) as string[],
  text: row.body,
  start: row.start_at,
  end: row.end_at,
  page: row.page,
  boxes: JSON.parse(row.boxes) as PageBox[],
})

/**
 * Returns passages by id in the order of the ids, as far as the user may currently read them. Passages excluded from
 * answers and those of an older version are dropped.
 */
export async function findPassagesById(ctx: ReaderContext, ids: string[]): Promise<FoundPassage[]> {
  const parsed = ids.flatMap((id) => parsePassageId(id) ?? [])
  const readable = await store.filterReadyDocuments(
    ctx.db,
    ctx.actor.id,
    parsed.map(({ document_id }) => document_id),
  )
  return loadPassages(
    ctx,
    parsed.flatMap(({ document_id, parse_id, ordinal }) => {
      const source = readable.find((each) => each.document_id === document_id && each.parse_id === parse_id)
      return source ? [{ source, ordinal, score: 0 }] : []
    }),
  )
}

/** Maximum number of headings of a document. */
const MAX_HEADINGS = 6

/** Returns the titles of the newest documents of a scope, at most `limit`, with their first top-level headings. */
export async function findOutlines(
  ctx: ReaderContext,
  { dataset_ids }: PassageScope,
  limit: number,
): Promise<{ title: string; headings: string[] }[]> {
  const newest = await store.findNewest(ctx.db, ctx.actor.id, dataset_ids, limit)
  const documents = await loadDocuments(ctx, newest)
  const rows = await store.findHeadings(
    ctx.db,
    [...documents.values()].map(({ parse_id }) => parse_id),
  )
  const byParse = Map.groupBy(rows, ({ parse_id }) => parse_id)
  return [...documents.values()].map(({ title, parse_id }) => {
    const paths = (byParse.get(parse_id) ?? []).map(({ headings }) => JSON.parse(headings) as string[])
    const topHeadings = paths.flatMap((path) => path[0] ?? []).filter((heading) => heading !== title)
    return { title, headings: [...new Set(topHeadings)].slice(0, MAX_HEADINGS) }
  })
}

/**
 * Returns a passage with the texts of the passages before and after it, '' where there is none or it is excluded;
 * null when the user may not read the passage itself, or it is of an older version.
 */
export async function findSurroundingText(
  ctx: ReaderContext,
  passage_id: string,
): Promise<{ passage: FoundPassage; before: string; after: string } | null> {
  const parsed = parsePassageId(passage_id)
  if (!parsed) return null
  const { document_id, parse_id, ordinal } = parsed
  const ids = [ordinal - 1, ordinal, ordinal + 1].map((each) => passageId(document_id, parse_id, each))
  const found = await findPassagesById(ctx, ids)
  const passageAt = (position: number) => found.find((each) => each.passage.ordinal === position)
  const textAt = (position: number) => passageAt(position)?.passage.text ?? ''
  const passage = passageAt(ordinal)
  return passage ? { passage, before: textAt(ordinal - 1), after: textAt(ordinal + 1) } : null
}
