import { sql } from 'kysely'
import { type DatasetPart, documentsInPart } from '../../platform/db/dataset-part.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import { readableDatasets } from '../../platform/db/readable-datasets.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A dataset with parsed files that the user may read. */
interface FileBase {
  id: string
  /** 1 when its texts may be sent to an outside model. */
  external_model_allowed: 0 | 1
}

/** Returns the datasets with a parsed file that a user may read: those with the given ids, or all for null. */
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

/** Selects documents that a user may currently read and that have content ready. */
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
    // A document with a pending new version keeps its current content available.
    .where(({ or, eb }) =>
      or([eb('documents.state', '=', 'ready'), eb('documents.next_parse_id', 'is not', null)]),
    )
    .where('documents.dataset_id', 'in', readableDatasets(db, user_id).select('datasets.id'))

/** Sequence numbers per statement; each one is a subquery of its own, answered by the primary key. */
const MAX_SEQS_PER_QUERY = 60

/**
 * Returns the places that contain the given sequence numbers of the index, with their documents as the user may
 * currently read them, in no particular order.
 */
export async function findPlaces(db: Db, user_id: string, seqs: number[]) {
  const rows = []
  for (let from = 0; from < seqs.length; from += MAX_SEQS_PER_QUERY) {
    // A sequence number belongs to the place with the greatest `first_seq` that is not above it.
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

/** Returns those of the documents that a user may currently read, in no particular order. */
export const filterReadyDocuments = (db: Db, user_id: string, ids: Iterable<string>) =>
  inBatches(ids, (batch) => readyDocumentsFor(db, user_id).where('documents.id', 'in', batch).execute())

/** Returns the documents that are full texts of the papers and that a user may read, in no particular order. */
export const findReadyFullTexts = (db: Db, user_id: string, paper_ids: Iterable<string>) =>
  inBatches(paper_ids, (batch) =>
    readyDocumentsFor(db, user_id)
      .where('documents.paper_id', 'in', batch)
      .where('documents.parse_id', 'is not', null)
      .execute(),
  )

export type ReadyDocumentRow = Awaited<ReturnType<typeof filterReadyDocuments>>[number]

/** Returns passages by their ordinals in their parses in no particular order. */
export async function findPassagesByOrdinal(db: Db, places: { parse_id: string; ordinals: number[] }[]) {
  if (places.length === 0) return []
  return db
    .selectFrom('passages')
    .selectAll()
    .where(({ or, and, eb }) =>
      or(
        places.map(({ parse_id, ordinals }) =>
          and([eb('parse_id', '=', parse_id), eb('ordinal', 'in', ordinals)]),
        ),
      ),
    )
    .execute()
}

export type PassageRow = Awaited<ReturnType<typeof findPassagesByOrdinal>>[number]

/** Returns the passages of documents that are excluded from answers. */
export const findExcludedPassages = (db: Db, document_ids: Iterable<string>) =>
  inBatches(document_ids, (batch) =>
    db
      .selectFrom('left_out_passages')
      .select(['document_id', 'parse_id', 'ordinal'])
      .where('document_id', 'in', batch)
      .execute(),
  )

/** Returns the facts of parses as JSON, by id. */
export const findFacts = (db: Db, parse_ids: Iterable<string>) =>
  inBatches(parse_ids, (batch) =>
    db.selectFrom('parses').select(['id', 'facts']).where('id', 'in', batch).execute(),
  )

/** Returns the ids of the parsed documents in a part of a dataset, newest first, at most `limit`. */
export async function findReadInPart(
  db: Db,
  dataset_id: string,
  datasetPart: DatasetPart,
  limit: number,
): Promise<string[]> {
  const rows = await documentsInPart(db, dataset_id, datasetPart)
    .select('id')
    .where('parse_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the newest parsed documents of datasets that a user may read, at most `limit`. */
export const findNewest = (db: Db, user_id: string, dataset_ids: string[], limit: number) =>
  readyDocumentsFor(db, user_id)
    .where('documents.dataset_id', 'in', dataset_ids)
    .where('documents.parse_id', 'is not', null)
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(limit)
    .execute()

/**
 * Number of passages whose headings are read: the first few hundred show what a document is about, while books have
 * tens of thousands.
 */
const MAX_HEADING_PASSAGES = 500

/** Returns the distinct heading paths (JSON) of the first passages of parses, in reading order within a parse. */
export const findHeadings = (db: Db, parse_ids: Iterable<string>) =>
  inBatches(parse_ids, (batch) =>
    db
      .selectFrom('passages')
      .select(['parse_id', 'headings', ({ fn }) => fn.min('ordinal').as('ordinal')])
      .where('parse_id', 'in', batch)
      .where('ordinal', '<', MAX_HEADING_PASSAGES)
      .where('kind', '=', 'text')
      .groupBy(['parse_id', 'headings'])
      .orderBy('parse_id')
      .orderBy('ordinal')
      .execute(),
  )

/** Returns those of the documents that a user may read, parsed or not. */
export const filterReadable = (db: Db, user_id: string, ids: Iterable<string>) =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('documents')
      .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
      .select(['documents.id', 'documents.name', 'datasets.external_model_allowed'])
      .where('documents.id', 'in', batch)
      .where('documents.deleted_at', 'is', null)
      .where('documents.dataset_id', 'in', readableDatasets(db, user_id).select('datasets.id'))
      .execute(),
  )

/** A range of pages, both ends included. */
export interface PageSpan {
  from: number
  until: number
}

/** Maximum number of blocks read; a few pages never have more. */
const MAX_BLOCKS = 4_000

/** Returns the blocks on pages of a parse as JSON, in reading order. */
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

/** Returns a user's own files with their bytes in no particular order. */
export const findOwnFiles = (db: Db, user_id: string, ids: string[]) =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('files')
      .innerJoin('file_bytes', 'file_bytes.id', 'files.bytes_id')
      .select(['files.id', 'files.name', 'file_bytes.id as bytes_id', 'file_bytes.mime'])
      .where('files.id', 'in', batch)
      .where('files.user_id', '=', user_id)
      .execute(),
  )

/** Returns passages of a parse from an ordinal on, in reading order, without reference list entries. */
export const listPassagesFrom = (db: Db, parse_id: string, ordinal: number, limit: number) =>
  db
    .selectFrom('passages')
    .selectAll()
    .where('parse_id', '=', parse_id)
    .where('ordinal', '>=', ordinal)
    .where('kind', '<>', 'reference')
    .orderBy('ordinal')
    .limit(limit)
    .execute()
