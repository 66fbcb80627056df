import { CompiledQuery, type KyselyPlugin, SqliteQueryCompiler } from 'kysely'
import type { Db } from '../platform/db/schema.ts'

/**
 * Wraps a database to count statements. On SQLite each one blocks the server's thread, so only a few may follow one
 * another before other requests get a turn.
 */
export function countStatements(db: Db) {
  let [all, inARow, most, writesInARow, mostWrites] = [0, 0, 0, 0, 0]
  let isOver = false
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      all += 1
      inARow += 1
      most = Math.max(most, inARow)
      if (node.kind !== 'SelectQueryNode') writesInARow += 1
      mostWrites = Math.max(mostWrites, writesInARow)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const turn = () => {
    inARow = 0
    writesInARow = 0
    if (!isOver) setImmediate(turn)
  }
  turn()
  return {
    db: db.withPlugin(plugin),
    /** Stops counting and returns the counts. */
    counts() {
      isOver = true
      return { all, most_in_a_row: most, most_writes_in_a_row: mostWrites }
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
