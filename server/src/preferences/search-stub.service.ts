import type { BaseContext } from '../context.ts'

interface Request {
  query: string
  sort: 'date'
  from: number
  size: number
  after_seq: number
}

/** Records that hold the words as they stand, until the search index answers. */
export async function searchPapers(ctx: BaseContext, { query, from, size, after_seq }: Request) {
  const words = query
    .replaceAll('"', '')
    .split(' OR ')
    .map((word) => word.toLowerCase())
  const rows = await ctx.db
    .selectFrom('papers')
    .select(['id', 'record'])
    .where('deleted_at', 'is', null)
    .where('seq', '>', after_seq)
    .orderBy('seq', 'desc')
    .execute()
  const found = rows.filter(({ record }) => words.some((word) => record.toLowerCase().includes(word)))
  return { ids: found.slice(from, from + size).map((row) => row.id), total: found.length }
}
