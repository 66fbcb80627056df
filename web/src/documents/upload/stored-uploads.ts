import { setStoredUploadsFlag } from './memory-flag.ts'
import type { Upload } from './uploads.state.ts'

/** The part of an upload that survives a reload. */
export type StoredUpload = Omit<
  Upload,
  | 'state'
  | 'sent'
  | 'position'
  | 'document_id'
  | 'same_name'
  | 'choice'
  | 'outcome'
  | 'problem'
  | 'isUnsupported'
> & {
  user_id: string
  /** The name of the tab that uploads it. */
  tab: string
  upload_id: string | undefined
}

/** The IndexedDB database of this browser's unfinished uploads; each row also names the tab that it belongs to. */
const DATABASE_NAME = 'scinav-uploads'
/** The only object store of the database. */
const TABLE = 'uploads'
/** Maximum size of a file copied into the browser's storage; larger ones must be chosen again. */
const MAX_STORED_BYTES = 64 * 1024 * 1024

/** Opens the database and creates its object store when it is new; rejects where the browser refuses. */
function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Runs one request in its own transaction; undefined where the browser stores nothing. */
async function runInTransaction<Result>(
  mode: IDBTransactionMode,
  run: (table: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  if (typeof indexedDB === 'undefined') return undefined
  try {
    const database = await openDatabase()
    try {
      return await new Promise<Result>((resolve, reject) => {
        const transaction = database.transaction(TABLE, mode)
        const request = run(transaction.objectStore(TABLE))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
        transaction.onerror = () => reject(transaction.error)
      })
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** Stores an upload, with its file where the browser has room for it. */
export async function storeUpload(upload: Upload, user_id: string): Promise<void> {
  setStoredUploadsFlag(true)
  await ensureTabClaim()
  const { key, way, name, size, modified, file, sha256, position } = upload
  const { dataset_id, dataset_name, folder_id, paper_id } = upload
  const target = { dataset_id, dataset_name, folder_id, paper_id }
  const content = { key, way, name, size, modified, file, sha256, upload_id: position.upload_id }
  const row: StoredUpload = { ...target, ...content, user_id, tab: tabName() }
  const withFile = upload.size <= MAX_STORED_BYTES ? row : { ...row, file: undefined }
  // Where the file does not fit, at least the rest is stored.
  if ((await runInTransaction('readwrite', (table) => table.put(withFile))) === undefined)
    await runInTransaction('readwrite', (table) => table.put({ ...row, file: undefined }))
}

/** Updates a stored upload with its hash or the server's id; does nothing when it is no longer stored. */
export async function updateStoredUpload(
  key: string,
  changes: Partial<Pick<StoredUpload, 'sha256' | 'upload_id'>>,
): Promise<void> {
  const row = await runInTransaction<StoredUpload | undefined>('readonly', (table) => table.get(key))
  if (row) await runInTransaction('readwrite', (table) => table.put({ ...row, ...changes }))
}

/** Removes stored uploads by their keys. */
export async function removeStoredUploads(keys: readonly string[]): Promise<void> {
  for (const key of keys) await runInTransaction('readwrite', (table) => table.delete(key))
}

/** Removes all stored uploads, so that nothing remains after a log-out. */
export async function clearStoredUploads(): Promise<void> {
  setStoredUploadsFlag(false)
  await runInTransaction('readwrite', (table) => table.clear())
}

/**
 * Returns the uploads that the user had running when the page was left, and assigns them to this tab; uploads of other
 * open tabs are excluded.
 */
export async function claimStoredUploads(user_id: string): Promise<StoredUpload[]> {
  await ensureTabClaim()
  const rows = (await runInTransaction<StoredUpload[]>('readonly', (table) => table.getAll())) ?? []
  const isSentElsewhere = await findSentElsewhere()
  const claimed = rows.filter((row) => row.user_id === user_id && !isSentElsewhere(row))
  for (const row of claimed)
    await runInTransaction('readwrite', (table) => table.put({ ...row, tab: tabName() }))
  if (rows.length === 0) setStoredUploadsFlag(false)
  return claimed
}

/** The key of this tab's name in its session storage, and the name itself once it is known. */
const TAB_KEY = 'scinav.tab'
let tab: string | undefined

/** Returns the name of this tab, which survives a reload. */
function tabName(): string {
  tab ??= sessionTab() ?? newTab()
  return tab
}

/** Returns the name of this tab in its storage; null where there is none or the browser forbids the storage. */
function sessionTab(): string | null {
  try {
    return sessionStorage.getItem(TAB_KEY)
  } catch {
    return null
  }
}

/** Creates and stores a name for this tab. */
function newTab(): string {
  const name = Array.from(crypto.getRandomValues(new Uint32Array(3)), (word) => word.toString(36)).join('')
  try {
    sessionStorage.setItem(TAB_KEY, name)
  } catch {
    return name
  }
  return name
}

/** Returns the name of a lock, which all tabs share. */
const lockName = (name: string) => `${DATABASE_NAME} ${name}`
/** Returns the locks of the browser; undefined on plain http at a LAN address. */
const lockManager = () => (navigator as Partial<Pick<Navigator, 'locks'>>).locks

/** The claim of this tab's name, once it has been begun. */
let tabClaim: Promise<void> | undefined

/** Resolves when no other open tab has this tab's name. */
function ensureTabClaim(): Promise<void> {
  tabClaim ??= claimTab()
  return tabClaim
}

/** Holds a lock while the tab lives; a duplicated tab gets its own name. */
function claimTab(): Promise<void> {
  const locks = lockManager()
  if (!locks) return Promise.resolve()
  return new Promise((resolve) => {
    const hold = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    void locks.request(lockName(tabName()), { ifAvailable: true }, (lock) => {
      if (lock) return hold()
      tab = newTab()
      void locks.request(lockName(tab), hold)
      return undefined
    })
  })
}

/** Returns a predicate for uploads of other open tabs; without locks, for all uploads stored under another tab name. */
async function findSentElsewhere(): Promise<(row: StoredUpload) => boolean> {
  const locks = lockManager()
  if (!locks) return (row) => row.tab !== tabName()
  const held = new Set((await locks.query()).held?.map(({ name }) => name))
  return (row) => row.tab !== tabName() && held.has(lockName(row.tab))
}
