import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './schema.ts'
import { SqlitePair } from './sqlite-dialect.ts'

/** Stands for an argument while a query is compiled. */
class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * Compiles a query once for each kind of database; afterwards only its arguments are new. For the few
 * queries that run with every request: building one costs more than running it. On SQLite, whose only
 * writer is this process, a row is also kept until something is written.
 *
 * @param build makes the query; its arguments may only be used as bound values.
 */
export function prepared<Args extends string[], Row>(
  build: (db: Db, ...args: Args) => { compile: () => CompiledQuery<Row> },
): (db: Db, ...args: Args) => Promise<Row | undefined> {
  const compiled = new Map<unknown, CompiledQuery<Row>>()
  const keptBy = new WeakMap<SqlitePair, Kept<Row | undefined>>()

  function compile(db: Db, kind: unknown, count: number): CompiledQuery<Row> {
    const slots = Array.from({ length: count }, (_, index) => new Slot(index))
    const query = build(db, ...(slots as unknown as Args)).compile()
    compiled.set(kind, query)
    return query
  }

  async function run(db: Db, args: Args): Promise<Row | undefined> {
    const kind = db.getExecutor().adapter.constructor
    const query = compiled.get(kind) ?? compile(db, kind, args.length)
    const parameters = query.parameters.map((value) => (value instanceof Slot ? args[value.index] : value))
    const result: QueryResult<Row> = await db.executeQuery({ ...query, parameters })
    return result.rows[0]
  }

  return async (db, ...args) => {
    const { adapter } = db.getExecutor()
    if (!(adapter instanceof SqlitePair) || db.isTransaction) return run(db, args)
    const kept = keptBy.get(adapter) ?? new Kept(adapter)
    keptBy.set(adapter, kept)
    return kept.get(args.join('\0'), () => run(db, args))
  }
}

const MOST_KEPT = 5_000

/** Rows as they were read, until the database's next commit. */
class Kept<Row> {
  readonly #pair: SqlitePair
  readonly #rows = new Map<string, Row>()
  #version = -1

  constructor(pair: SqlitePair) {
    this.#pair = pair
  }

  async get(key: string, read: () => Promise<Row>): Promise<Row> {
    const { count } = this.#pair.version
    if (this.#version !== count || this.#rows.size >= MOST_KEPT) this.#rows.clear()
    this.#version = count
    const kept = this.#rows.get(key)
    if (kept !== undefined) return kept
    const row = await read()
    // A commit in between may have changed what was read.
    if (row !== undefined && this.#pair.version.count === count) this.#rows.set(key, Object.freeze(row))
    return row
  }
}
