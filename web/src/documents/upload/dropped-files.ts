/** A file with the folders it stood in, the outermost first. */
export interface FoundFile {
  file: File
  way: string[]
}

/** More files in one go are left where they are. */
export const MAX_FILES = 2_000
/** As deep as folders of a knowledge base may be. */
const MAX_FOLDER_DEPTH = 8

/** What the system puts beside people's files. */
const isSystemFile = (name: string): boolean =>
  name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'

/** Files of a chooser; one for folders says in which each stood. */
export function chosenFiles(files: Iterable<File>): FoundFile[] {
  return [...files]
    .map((file) => ({ file, way: folderPath(file.webkitRelativePath) }))
    .filter(({ file, way }) => !isSystemFile(file.name) && !way.some(isSystemFile))
    .slice(0, MAX_FILES)
}

const folderPath = (path: string | undefined): string[] =>
  (path ?? '').split('/').slice(0, -1).slice(0, MAX_FOLDER_DEPTH)

/**
 * Files and folders that were dropped, folders with all that is below them. Call it while the drop is being handled:
 * afterwards the browser has forgotten what came.
 */
export function droppedFiles(transfer: DataTransfer): Promise<FoundFile[]> {
  const entries = [...transfer.items].flatMap((item) =>
    item.kind === 'file' ? (item.webkitGetAsEntry?.() ?? []) : [],
  )
  // Browsers without entries, and files that were pasted, have the list of files alone.
  return entries.length > 0 ? collectFiles(entries) : Promise.resolve(chosenFiles(transfer.files))
}

async function collectFiles(entries: FileSystemEntry[]): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const open = entries.map((entry) => ({ entry, way: [] as string[] }))
  for (let next = open.shift(); next && found.length < MAX_FILES; next = open.shift()) {
    const { entry, way } = next
    if (isSystemFile(entry.name)) continue
    if (isFolder(entry)) open.push(...(await folderFiles(entry, way)))
    else found.push(...(await entryFiles(entry as FileSystemFileEntry)).map((file) => ({ file, way })))
  }
  return found
}

/** What is in a folder; folders that are too deep are put together with the deepest. */
async function folderFiles(folder: FileSystemDirectoryEntry, way: string[]) {
  const deeper = way.length < MAX_FOLDER_DEPTH ? [...way, folder.name] : way
  return (await readEntries(folder)).map((entry) => ({ entry, way: deeper }))
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A reader hands out at most a hundred entries a time, and none at the end. */
async function readEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (part.length === 0 || all.length >= MAX_FILES) return all
    all.push(...part)
  }
}

/** None where it cannot be read. */
const entryFiles = (entry: FileSystemFileEntry): Promise<File[]> =>
  new Promise((resolve) =>
    entry.file(
      (file) => resolve([file]),
      () => resolve([]),
    ),
  )
