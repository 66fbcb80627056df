import { CompiledQuery, type KyselyPlugin, SqliteQueryCompiler } from 'kysely'
import type { Db } from '../platform/db/schema.ts'

/**
 * Wraps a database to count statements. On SQLite each one blocks the server's thread, so only a few may follow one
 * another before other requests get a turn.
 */
export function countStatements(db: Db) {
  let total = 0
  // Since the event loop last turned.
  let inTurn = 0
  let writesInTurn = 0
  let maxInTurn = 0
  let maxWritesInTurn = 0
  let isOver = false
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      total += 1
      inTurn += 1
      maxInTurn = Math.max(maxInTurn, inTurn)
      if (node.kind !== 'SelectQueryNode') writesInTurn += 1
      maxWritesInTurn = Math.max(maxWritesInTurn, writesInTurn)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const turn = () => {
    inTurn = 0
    writesInTurn = 0
    if (!isOver) setImmediate(turn)
  }
  turn()
  return {
    db: db.withPlugin(plugin),
    /** Stops counting and returns the counts. */
    counts() {
      isOver = true
      return { all: total, most_in_a_row: maxInTurn, most_writes_in_a_row: maxWritesInTurn }
    },
  }
}

/** Returns SQLite's query plans for the statements of some work: a line for each table or index scanned. */
export async function explainPlans(db: Db, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const compiler = new SqliteQueryCompiler()
  const statements: CompiledQuery[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(compiler.compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(plugin))
  const plans: string[] = []
  for (const { sql, parameters } of statements) {
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(explain)
    plans.push(...rows.map(({ detail }) => detail))
  }
  return plans
}
