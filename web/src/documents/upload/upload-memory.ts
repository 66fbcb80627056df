import { noteMemory } from './memory-flag.ts'
import type { Upload } from './uploads.state.ts'

/** What outlives a reload. */
export type Remembered = Omit<
  Upload,
  | 'state'
  | 'sent'
  | 'place'
  | 'document_id'
  | 'same_name'
  | 'choice'
  | 'outcome'
  | 'problem'
  | 'isUnsupported'
> & {
  user_id: string
  /** The tab that sends it. */
  tab: string
  upload_id: string | undefined
}

const NAME = 'scinav-uploads'
const TABLE = 'uploads'
/** Larger files are not copied into the browser's store: they are asked for again. */
const LARGEST = 64 * 1024 * 1024

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Runs one request in a transaction of its own; undefined where the browser keeps nothing. */
async function within<Result>(
  mode: IDBTransactionMode,
  run: (table: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  if (typeof indexedDB === 'undefined') return undefined
  try {
    const base = await open()
    try {
      return await new Promise<Result>((resolve, reject) => {
        const transaction = base.transaction(TABLE, mode)
        const request = run(transaction.objectStore(TABLE))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
        transaction.onerror = () => reject(transaction.error)
      })
    } finally {
      base.close()
    }
  } catch {
    return undefined
  }
}

/** Remembers an upload, with its file where the browser has room for it. */
export async function remember(upload: Upload, user_id: string): Promise<void> {
  noteMemory(true)
  await claimed()
  const { key, way, name, size, modified, file, sha256, place } = upload
  const { dataset_id, dataset_name, folder_id, paper_id } = upload
  const target = { dataset_id, dataset_name, folder_id, paper_id }
  const known = { key, way, name, size, modified, file, sha256, upload_id: place.upload_id }
  const row: Remembered = { ...target, ...known, user_id, tab: tabName() }
  const withFile = upload.size <= LARGEST ? row : { ...row, file: undefined }
  if ((await within('readwrite', (table) => table.put(withFile))) === undefined)
    await within('readwrite', (table) => table.put({ ...row, file: undefined }))
}

/** Writes down what is known of an upload that is remembered: its hash, how the server calls it. */
export async function note(
  key: string,
  known: Partial<Pick<Remembered, 'sha256' | 'upload_id'>>,
): Promise<void> {
  const row = await within<Remembered | undefined>('readonly', (table) => table.get(key))
  if (row) await within('readwrite', (table) => table.put({ ...row, ...known }))
}

export async function forget(keys: readonly string[]): Promise<void> {
  for (const key of keys) await within('readwrite', (table) => table.delete(key))
}

/** Forgets everything: whoever logs out leaves nothing behind. */
export async function forgetAll(): Promise<void> {
  noteMemory(false)
  await within('readwrite', (table) => table.clear())
}

/** What a person was sending when the page went, taken over by this tab; not what another tab is sending. */
export async function recall(user_id: string): Promise<Remembered[]> {
  await claimed()
  const rows = (await within<Remembered[]>('readonly', (table) => table.getAll())) ?? []
  const isSentElsewhere = await sentElsewhere()
  const own = rows.filter((row) => row.user_id === user_id && !isSentElsewhere(row))
  for (const row of own) await within('readwrite', (table) => table.put({ ...row, tab: tabName() }))
  if (rows.length === 0) noteMemory(false)
  return own
}

const TAB = 'scinav.tab'
let tab: string | undefined

function tabName(): string {
  tab ??= sessionTab() ?? newTab()
  return tab
}

function sessionTab(): string | null {
  try {
    return sessionStorage.getItem(TAB)
  } catch {
    return null
  }
}

function newTab(): string {
  const name = Array.from(crypto.getRandomValues(new Uint32Array(3)), (word) => word.toString(36)).join('')
  try {
    sessionStorage.setItem(TAB, name)
  } catch {
    return name
  }
  return name
}

const lockOf = (name: string) => `${NAME} ${name}`
/** Missing on plain http at a LAN address. */
const locksHere = () => (navigator as Partial<Pick<Navigator, 'locks'>>).locks

let claim: Promise<void> | undefined

function claimed(): Promise<void> {
  claim ??= claimTab()
  return claim
}

/** Holds a lock for as long as the tab lives; a tab that was duplicated gets a name of its own. */
function claimTab(): Promise<void> {
  const locks = locksHere()
  if (!locks) return Promise.resolve()
  return new Promise((resolve) => {
    const hold = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    void locks.request(lockOf(tabName()), { ifAvailable: true }, (lock) => {
      if (lock) return hold()
      tab = newTab()
      void locks.request(lockOf(tab), hold)
      return undefined
    })
  })
}

/** Tells what another open tab sends; without locks, everything that was begun under another name. */
async function sentElsewhere(): Promise<(row: Remembered) => boolean> {
  const locks = locksHere()
  if (!locks) return (row) => row.tab !== tabName()
  const held = new Set((await locks.query()).held?.map(({ name }) => name))
  return (row) => row.tab !== tabName() && held.has(lockOf(row.tab))
}
