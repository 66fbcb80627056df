import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const LOCK_TIMEOUT_MS = 5_000

/** Removes a table from the database of a running server, like a damaged disk; returns a function that restores it. */
export function hideTable(folder: string, table: string): () => void {
  const rename = (from: string, to: string) => {
    const database = new DatabaseSync(join(folder, 'scinav.db'), { timeout: LOCK_TIMEOUT_MS })
    database.exec(`ALTER TABLE ${from} RENAME TO ${to}`)
    database.close()
  }
  rename(table, `${table}_away`)
  return () => rename(`${table}_away`, table)
}
