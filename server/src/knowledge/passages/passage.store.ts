import { sql } from 'kysely'
import { type DatasetPart, documentsInPart } from '../../platform/db/dataset-part.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import { readableDatasets } from '../../platform/db/readable-datasets.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A dataset with files in it that the asking person may read. */
interface FileBase {
  id: string
  /** 1: its texts may go to a model outside. */
  external_model_allowed: 0 | 1
}

/** Datasets that somebody may read, and that have a file which was read: all of them, or those of some ids. */
export async function findFileBases(db: Db, user_id: string, ids: string[] | null): Promise<FileBase[]> {
  if (ids?.length === 0) return []
  return readableDatasets(db, user_id)
    .select(['datasets.id', 'datasets.external_model_allowed'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('documents')
          .select('documents.id')
          .whereRef('documents.dataset_id', '=', 'datasets.id')
          .where('documents.parse_id', 'is not', null)
          .where('documents.deleted_at', 'is', null),
      ),
    )
    .$if(ids !== null, (query) => query.where('datasets.id', 'in', ids ?? []))
    .execute()
}

/** What documents of the asking person's are: only those that they may read at this moment, and that are ready. */
const readyDocumentsFor = (db: Db, user_id: string) =>
  db
    .selectFrom('documents')
    .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
    .select([
      'documents.id as document_id',
      'documents.parse_id',
      'documents.name as document_name',
      'documents.named_by_hand',
      'documents.paper_id',
      'documents.dataset_id',
      'datasets.name as dataset_name',
      'datasets.external_model_allowed',
    ])
    .where('documents.deleted_at', 'is', null)
    // Beside a version that answers another may be on its way.
    .where(({ or, eb }) =>
      or([eb('documents.state', '=', 'ready'), eb('documents.next_parse_id', 'is not', null)]),
    )
    .where('documents.dataset_id', 'in', readableDatasets(db, user_id).select('datasets.id'))

/** Numbers of one statement; each is a search of its own in the table's key. */
const MAX_SEQS_PER_QUERY = 60

/** The places that have some numbers of the index, with their documents as somebody may read them now; in no order. */
export async function findPlaces(db: Db, user_id: string, seqs: number[]) {
  const rows = []
  for (let from = 0; from < seqs.length; from += MAX_SEQS_PER_QUERY) {
    const beginnings = seqs
      .slice(from, from + MAX_SEQS_PER_QUERY)
      .map((seq) => sql`select max(first_seq) from passage_places where first_seq <= ${seq}`)
    const found = await readyDocumentsFor(db, user_id)
      .innerJoin('passage_places as places', (join) =>
        join
          .onRef('places.document_id', '=', 'documents.id')
          .onRef('places.parse_id', '=', 'documents.parse_id'),
      )
      .select(['places.first_seq', 'places.passages'])
      .where('places.gone', '=', 0)
      .where(sql<boolean>`places.first_seq in (${sql.join(beginnings, sql` union all `)})`)
      .execute()
    rows.push(...found)
  }
  const distinct = new Map(rows.map((row) => [Number(row.first_seq), row]))
  return [...distinct.values()].map((row) => ({ ...row, first_seq: Number(row.first_seq) }))
}

/** Those of some documents that somebody may read now; in no order. */
export const filterReadyDocuments = (db: Db, user_id: string, ids: Iterable<string>) =>
  inBatches(ids, (part) => readyDocumentsFor(db, user_id).where('documents.id', 'in', part).execute())

/** Documents that are the full text of papers, as far as somebody may read them. */
export const findReadyFullTexts = (db: Db, user_id: string, paper_ids: Iterable<string>) =>
  inBatches(paper_ids, (part) =>
    readyDocumentsFor(db, user_id)
      .where('documents.paper_id', 'in', part)
      .where('documents.parse_id', 'is not', null)
      .execute(),
  )

export type ReadyDocumentRow = Awaited<ReturnType<typeof filterReadyDocuments>>[number]

/** Passages by the numbers that they have in their parses, without those that were left out of answers; in no order. */
export async function findPassagesByOrdinal(db: Db, wanted: { parse_id: string; ordinals: number[] }[]) {
  if (wanted.length === 0) return []
  return db
    .selectFrom('passages')
    .selectAll()
    .where(({ or, and, eb }) =>
      or(
        wanted.map(({ parse_id, ordinals }) =>
          and([eb('parse_id', '=', parse_id), eb('ordinal', 'in', ordinals)]),
        ),
      ),
    )
    .execute()
}

export type PassageRow = Awaited<ReturnType<typeof findPassagesByOrdinal>>[number]

/** What was left out of answers, of some documents. */
export const findExcludedPassages = (db: Db, document_ids: Iterable<string>) =>
  inBatches(document_ids, (part) =>
    db
      .selectFrom('left_out_passages')
      .select(['document_id', 'parse_id', 'ordinal'])
      .where('document_id', 'in', part)
      .execute(),
  )

/** What is known of parses as a whole: JSON, by id. */
export const findFacts = (db: Db, parse_ids: Iterable<string>) =>
  inBatches(parse_ids, (part) =>
    db.selectFrom('parses').select(['id', 'facts']).where('id', 'in', part).execute(),
  )

/** Documents of a part of a dataset that have been read, the newest first. */
export async function findReadInPart(
  db: Db,
  dataset_id: string,
  part: DatasetPart,
  most: number,
): Promise<string[]> {
  const rows = await documentsInPart(db, dataset_id, part)
    .select('id')
    .where('parse_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest documents of some datasets that have been read. */
export const findNewest = (db: Db, user_id: string, dataset_ids: string[], most: number) =>
  readyDocumentsFor(db, user_id)
    .where('documents.dataset_id', 'in', dataset_ids)
    .where('documents.parse_id', 'is not', null)
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(most)
    .execute()

/** What a document is about its first some hundred pages tell; books have tens of thousands of passages. */
const MAX_HEADING_PASSAGES = 500

/** The headings that the first passages of some parses stand under: JSON, in reading order within a parse, each once. */
export const findHeadings = (db: Db, parse_ids: Iterable<string>) =>
  inBatches(parse_ids, (part) =>
    db
      .selectFrom('passages')
      .select(['parse_id', 'headings', ({ fn }) => fn.min('ordinal').as('ordinal')])
      .where('parse_id', 'in', part)
      .where('ordinal', '<', MAX_HEADING_PASSAGES)
      .where('kind', '=', 'text')
      .groupBy(['parse_id', 'headings'])
      .orderBy('parse_id')
      .orderBy('ordinal')
      .execute(),
  )

/** Those of some documents that somebody may read, read by a parser or not. */
export const filterReadable = (db: Db, user_id: string, ids: Iterable<string>) =>
  inBatches(ids, (part) =>
    db
      .selectFrom('documents')
      .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
      .select(['documents.id', 'documents.name', 'datasets.external_model_allowed'])
      .where('documents.id', 'in', part)
      .where('documents.deleted_at', 'is', null)
      .where('documents.dataset_id', 'in', readableDatasets(db, user_id).select('datasets.id'))
      .execute(),
  )

/** Pages from one to another, both included. */
export interface PageSpan {
  from: number
  until: number
}

/** More stands on no few pages that anybody reads. */
const MAX_BLOCKS = 4_000

/** The blocks on some pages of a parse: JSON, in reading order. */
export async function findBlocks(db: Db, parse_id: string, spans: PageSpan[]): Promise<string[]> {
  const rows = await db
    .selectFrom('parse_blocks')
    .select('block')
    .where('parse_id', '=', parse_id)
    .where(({ or, and, eb }) =>
      or(spans.map(({ from, until }) => and([eb('page', '>=', from), eb('page', '<=', until)]))),
    )
    .orderBy('ordinal')
    .limit(MAX_BLOCKS)
    .execute()
  return rows.map(({ block }) => block)
}
