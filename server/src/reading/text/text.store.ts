import type { Selectable } from 'kysely'
import { inParts } from '../../db/query-parts.ts'
import type { Db } from '../../db/schema.ts'
import type { ParseBlocksTable } from '../../db/schema-documents.ts'

export type BlockRow = Pick<Selectable<ParseBlocksTable>, 'ordinal' | 'page' | 'block'>

/** A part of a text: blocks of these pages behind an ordinal. */
export interface Part {
  parse_id: string
  after: number
  limit: number
  page_from?: number | undefined
  page_to?: number | undefined
}

const blocks = (db: Db, parse_id: string) =>
  db.selectFrom('parse_blocks').select(['ordinal', 'page', 'block']).where('parse_id', '=', parse_id)

/** Blocks in reading order. */
export function page(db: Db, { parse_id, after, limit, page_from, page_to }: Part): Promise<BlockRow[]> {
  let query = blocks(db, parse_id).where('ordinal', '>', after)
  if (page_from !== undefined) query = query.where('page', '>=', page_from)
  if (page_to !== undefined) query = query.where('page', '<=', page_to)
  return query.orderBy('ordinal').limit(limit).execute()
}

/** The blocks from one ordinal to another, both included. */
export function between(db: Db, parse_id: string, from: number, to: number): Promise<BlockRow[]> {
  return blocks(db, parse_id)
    .where('ordinal', '>=', from)
    .where('ordinal', '<=', to)
    .orderBy('ordinal')
    .execute()
}

export function byOrdinals(db: Db, parse_id: string, ordinals: number[]): Promise<BlockRow[]> {
  return inParts(ordinals, (part) => blocks(db, parse_id).where('ordinal', 'in', part).execute())
}

/** A block is stored with its type first. */
const begins = (type: string) => `{"type":"${type}"%`

type Type = 'heading' | 'caption' | 'table' | 'figure' | 'reference'

/** Blocks of some types behind an ordinal, in reading order. */
export function ofTypes(db: Db, { parse_id, after, limit }: Part, types: Type[]): Promise<BlockRow[]> {
  return blocks(db, parse_id)
    .where('ordinal', '>', after)
    .where((where) => where.or(types.map((type) => where('block', 'like', begins(type)))))
    .orderBy('ordinal')
    .limit(limit)
    .execute()
}

/** The last headings before an ordinal, the nearest first. */
export function headingsBefore(
  db: Db,
  parse_id: string,
  ordinal: number,
  limit: number,
): Promise<BlockRow[]> {
  return blocks(db, parse_id)
    .where('ordinal', '<', ordinal)
    .where('block', 'like', begins('heading'))
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .execute()
}

export async function countOfType(db: Db, parse_id: string, type: Type): Promise<number> {
  const { count } = await db
    .selectFrom('parse_blocks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('parse_id', '=', parse_id)
    .where('block', 'like', begins(type))
    .executeTakeFirstOrThrow()
  return Number(count)
}
