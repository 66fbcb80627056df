import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './schema.ts'

/** Stands for an argument while a query is compiled. */
class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * Compiles a query once for each kind of database; afterwards only its arguments are new. For the few
 * queries that run with every request: building one costs more than running it.
 *
 * @param build makes the query; its arguments may only be used as bound values.
 */
export function prepared<Args extends string[], Row>(
  build: (db: Db, ...args: Args) => { compile: () => CompiledQuery<Row> },
): (db: Db, ...args: Args) => Promise<Row | undefined> {
  const compiled = new Map<unknown, CompiledQuery<Row>>()

  function compile(db: Db, kind: unknown, count: number): CompiledQuery<Row> {
    const slots = Array.from({ length: count }, (_, index) => new Slot(index))
    const query = build(db, ...(slots as unknown as Args)).compile()
    compiled.set(kind, query)
    return query
  }

  return async (db, ...args) => {
    const kind = db.getExecutor().adapter.constructor
    const query = compiled.get(kind) ?? compile(db, kind, args.length)
    const parameters = query.parameters.map((value) => (value instanceof Slot ? args[value.index] : value))
    const result: QueryResult<Row> = await db.executeQuery({ ...query, parameters })
    return result.rows[0]
  }
}
