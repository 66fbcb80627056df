import { type Selectable, sql } from 'kysely'
import { inBatches } from '../../../platform/db/query-parts.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { ParseBlocksTable } from '../../../platform/db/schema-documents.ts'

export type BlockRow = Pick<Selectable<ParseBlocksTable>, 'ordinal' | 'page' | 'block'>

/** A part of a text: at most `limit` blocks after an ordinal; of some pages (from 1, both included) if given. */
export interface TextPart {
  parse_id: string
  /** -1 for the beginning. */
  after: number
  limit: number
  page_from?: number | undefined
  page_to?: number | undefined
}

const blockQuery = (db: Db, parse_id: string) =>
  db.selectFrom('parse_blocks').select(['ordinal', 'page', 'block']).where('parse_id', '=', parse_id)

/** Returns blocks in reading order. */
export function findPage(
  db: Db,
  { parse_id, after, limit, page_from, page_to }: TextPart,
): Promise<BlockRow[]> {
  let query = blockQuery(db, parse_id).where('ordinal', '>', after)
  if (page_from !== undefined) query = query.where('page', '>=', page_from)
  if (page_to !== undefined) query = query.where('page', '<=', page_to)
  return query.orderBy('ordinal').limit(limit).execute()
}

/** Returns the blocks between two ordinals, both included. */
export function findBetween(db: Db, parse_id: string, from: number, to: number): Promise<BlockRow[]> {
  return blockQuery(db, parse_id)
    .where('ordinal', '>=', from)
    .where('ordinal', '<=', to)
    .orderBy('ordinal')
    .execute()
}

/** Returns blocks by their ordinals, in no particular order. */
export function findByOrdinals(db: Db, parse_id: string, ordinals: number[]): Promise<BlockRow[]> {
  return inBatches(ordinals, (part) => blockQuery(db, parse_id).where('ordinal', 'in', part).execute())
}

/** Returns the `like` pattern of blocks of a type: the JSON of a stored block begins with its type. */
const typePrefix = (type: string) => `{"type":"${type}"%`

export type BlockType = 'heading' | 'caption' | 'table' | 'figure' | 'footnote' | 'reference'

/** A range of blocks that one statement scans for a type, which no column holds: it is part of the block's JSON. */
export interface OrdinalRange {
  parse_id: string
  /** First ordinal, and the one after the last. */
  from: number
  until: number
}

const blocksInRange = (db: Db, { parse_id, from, until }: OrdinalRange) =>
  db
    .selectFrom('parse_blocks')
    .where('parse_id', '=', parse_id)
    .where('ordinal', '>=', from)
    .where('ordinal', '<', until)

/** Returns the blocks of a type within a range, in reading order. */
export function findByType(db: Db, range: OrdinalRange, type: BlockType, limit: number): Promise<BlockRow[]> {
  return blocksInRange(db, range)
    .select(['ordinal', 'page', 'block'])
    .where('block', 'like', typePrefix(type))
    .orderBy('ordinal')
    .limit(limit)
    .execute()
}

/** Returns the last headings of a range, nearest to its end first. */
export function findLastHeadings(db: Db, range: OrdinalRange, limit: number): Promise<BlockRow[]> {
  return blocksInRange(db, range)
    .select(['ordinal', 'page', 'block'])
    .where('block', 'like', typePrefix('heading'))
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the number of blocks of a type within a range. */
export async function countByType(db: Db, range: OrdinalRange, type: BlockType): Promise<number> {
  const { count } = await blocksInRange(db, range)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('block', 'like', typePrefix(type))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Returns captions, and the ordinals of tables and figures without their cells, which may be many, in reading order.
 */
export async function findCaptionsAndShapes(db: Db, range: OrdinalRange, limit: number) {
  const hasType = (type: BlockType) => sql<boolean>`block like ${typePrefix(type)}`
  const rows = await blocksInRange(db, range)
    .select([
      'ordinal',
      sql<'caption' | 'table' | 'figure'>`case when ${hasType('caption')} then 'caption'
        when ${hasType('table')} then 'table' else 'figure' end`.as('type'),
      sql<string | null>`case when ${hasType('caption')} then block end`.as('caption'),
    ])
    .where(({ or }) => or([hasType('caption'), hasType('table'), hasType('figure')]))
    .orderBy('ordinal')
    .limit(limit)
    .execute()
  return rows
}
