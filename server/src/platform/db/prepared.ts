import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './schema.ts'
import { SqliteAdapterPair } from './sqlite-dialect.ts'

/** Placeholder for an argument while a query is compiled. */
class ArgumentSlot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * Compiles a query for one row once per kind of database; afterwards only its arguments change. For the few queries
 * that run with every request: building one costs more than running it. On SQLite, whose only writer is this process,
 * the row is also cached until the next commit, and frozen. The query resolves to undefined without a row.
 *
 * @param build builds the query; it may use its arguments only as bound values.
 */
export function prepareRowQuery<Args extends string[], Row>(
  build: (db: Db, ...args: Args) => { compile: () => CompiledQuery<Row> },
): (db: Db, ...args: Args) => Promise<Row | undefined> {
  const run = compileOnce((db, args: unknown[]) => build(db, ...(args as Args)))
  const caches = new WeakMap<SqliteAdapterPair, RowCache<Row | undefined>>()

  return async (db, ...args) => {
    const { adapter } = db.getExecutor()
    if (!(adapter instanceof SqliteAdapterPair) || db.isTransaction) return (await run(db, args))[0]
    const cache = caches.get(adapter) ?? new RowCache(adapter)
    caches.set(adapter, cache)
    return cache.get(args.join('\0'), async () => (await run(db, args))[0])
  }
}

/** Maximum number of values of a list per statement. */
const MAX_LIST_LENGTH = 1_000
/** Lists are padded to one of these lengths, so that few queries have to be compiled. */
const LIST_LENGTHS = [1, 5, 20, 100, MAX_LIST_LENGTH]

/**
 * Compiles a query by a list of values of any length, at most 1,000 per statement. Duplicates count once; only the
 * compiled query is cached, not its rows.
 *
 * @param build builds the query; it may use the values and arguments only as bound values, the list with `in`.
 */
export function prepareListQuery<Value extends string | number, Args extends string[], Row>(
  build: (db: Db, values: Value[], ...args: Args) => { compile: () => CompiledQuery<Row> },
): (db: Db, values: Iterable<Value>, ...args: Args) => Promise<Row[]> {
  const runBySize = LIST_LENGTHS.map((length) =>
    compileOnce((db, args: unknown[]) =>
      build(db, args.slice(0, length) as Value[], ...(args.slice(length) as Args)),
    ),
  )
  return async (db, values, ...args) => {
    const distinct = [...new Set(values)]
    const rows: Row[] = []
    for (let from = 0; from < distinct.length; from += MAX_LIST_LENGTH) {
      const batch = distinct.slice(from, from + MAX_LIST_LENGTH)
      const size = LIST_LENGTHS.findIndex((length) => length >= batch.length)
      const last = batch.at(-1)
      // The padding repeats a value, which selects nothing new.
      while (last !== undefined && batch.length < (LIST_LENGTHS[size] ?? 0)) batch.push(last)
      rows.push(...((await runBySize[size]?.(db, [...batch, ...args])) ?? []))
    }
    return rows
  }
}

/** Compiles a query for several rows without a list; only the compiled query is cached, not its rows. */
export function prepareRowsQuery<Args extends string[], Row>(
  build: (db: Db, ...args: Args) => { compile: () => CompiledQuery<Row> },
): (db: Db, ...args: Args) => Promise<Row[]> {
  const run = compileOnce((db, args: unknown[]) => build(db, ...(args as Args)))
  return (db, ...args) => run(db, args)
}

/** Compiles a query once per kind of database, with a slot in the place of each argument. */
function compileOnce<Row>(
  build: (db: Db, args: unknown[]) => { compile: () => CompiledQuery<Row> },
): (db: Db, args: unknown[]) => Promise<Row[]> {
  const compiled = new Map<unknown, CompiledQuery<Row>>()

  function compile(db: Db, kind: unknown, count: number): CompiledQuery<Row> {
    const query = build(
      db,
      Array.from({ length: count }, (_, index) => new ArgumentSlot(index)),
    ).compile()
    compiled.set(kind, query)
    return query
  }

  return async (db, args) => {
    const kind = db.getExecutor().adapter.constructor
    const query = compiled.get(kind) ?? compile(db, kind, args.length)
    const parameters = query.parameters.map((value) =>
      value instanceof ArgumentSlot ? args[value.index] : value,
    )
    const result: QueryResult<Row> = await db.executeQuery({ ...query, parameters })
    return result.rows
  }
}

/** Number of rows cached per query; more are dropped all at once. */
const MAX_CACHED_ROWS = 5_000

/** Caches rows until the next commit of the database; that a query found no row is not cached. */
class RowCache<Row> {
  readonly #pair: SqliteAdapterPair
  readonly #rows = new Map<string, Row>()
  /** The number of commits at which the rows were read. */
  #commits = -1

  constructor(pair: SqliteAdapterPair) {
    this.#pair = pair
  }

  async get(key: string, read: () => Promise<Row>): Promise<Row> {
    const { count } = this.#pair.commits
    if (this.#commits !== count || this.#rows.size >= MAX_CACHED_ROWS) this.#rows.clear()
    this.#commits = count
    const cached = this.#rows.get(key)
    if (cached !== undefined) return cached
    const row = await read()
    // A commit in between may have changed what was read.
    if (row !== undefined && this.#pair.commits.count === count) this.#rows.set(key, Object.freeze(row))
    return row
  }
}
