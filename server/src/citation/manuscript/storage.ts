import { withLocalFile } from '../../documents/storage/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import type { CheckedText, CheckStorage, EntryRecord } from './check/check.ts'
import * as checks from './check.store.ts'
import { saveWorks } from './check-work.store.ts'

/** Creates the storage of a check in the database, from which another process can go on. */
export function createStoredCheck(
  ctx: Context,
  { id, file_id }: Pick<checks.CheckRow, 'id' | 'file_id'>,
): CheckStorage {
  let text: Promise<CheckedText> | undefined
  let records: Promise<Map<number, EntryRecord>> | undefined
  const loadText = async (): Promise<CheckedText> => {
    const body = await checks.findText(ctx.db, id)
    if (body === null) throw new Error('the manuscript has not been read')
    return JSON.parse(body)
  }
  return {
    withFile: (use) => withLocalFile(ctx, file_id, use),
    saveText: (text) => transact(ctx, (ctx) => checks.saveText(ctx.db, id, JSON.stringify(text))),
    text: () => {
      text ??= loadText()
      return text
    },
    saveRecords: (found) =>
      checks.saveRecords(
        ctx.db,
        [...found].map(([entry, record]) => ({ check_id: id, entry, record: JSON.stringify(record) })),
      ),
    saveWorks: (works) =>
      saveWorks(
        ctx.db,
        works.map((work) => ({ check_id: id, ...work })),
      ),
    records: () => {
      records ??= loadRecords(ctx, id)
      return records
    },
  }
}

/** Returns the records that were found for the entries of a check, all or some, by the index of their entry. */
export const loadRecords = async (
  ctx: Pick<Context, 'db'>,
  check_id: string,
  entries?: number[],
): Promise<Map<number, EntryRecord>> =>
  new Map(
    (await checks.listRecords(ctx.db, check_id, entries)).map((row) => [row.entry, JSON.parse(row.record)]),
  )

/** Creates the storage of a check of a file on this machine, which keeps nothing. */
export function createTransientCheck(path: string): CheckStorage {
  let text: CheckedText | undefined
  const records = new Map<number, EntryRecord>()
  return {
    withFile: (use) => use(path),
    saveText: async (read) => {
      text = read
    },
    text: async () => {
      if (!text) throw new Error('the manuscript has not been read')
      return text
    },
    saveRecords: async (found) => {
      for (const [entry, record] of found) records.set(entry, record)
    },
    saveWorks: async () => {},
    records: async () => records,
  }
}
