/** A chosen or dropped file. */
export interface FoundFile {
  file: File
  /** The names of its folders, outermost first. */
  way: string[]
}

/** Maximum number of files in one upload; the others are ignored. */
export const MAX_FILES = 2_000
/** Maximum depth of folders in a knowledge base. */
const MAX_FOLDER_DEPTH = 8

/** Whether a file or folder is hidden or was created by the operating system; such ones are not uploaded. */
const isSystemFile = (name: string): boolean =>
  name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'

/** Returns the files of a chooser, at most `MAX_FILES`; a folder chooser also gives their folders. */
export function chosenFiles(files: Iterable<File>): FoundFile[] {
  return [...files]
    .map((file) => ({ file, way: folderPath(file.webkitRelativePath) }))
    .filter(({ file, way }) => !isSystemFile(file.name) && !way.some(isSystemFile))
    .slice(0, MAX_FILES)
}

/** Returns the folders of a path: `papers/2020/a.pdf` → `['papers', '2020']`, cut to the maximum depth. */
const folderPath = (path: string | undefined): string[] =>
  (path ?? '').split('/').slice(0, -1).slice(0, MAX_FOLDER_DEPTH)

/**
 * Reads dropped files and folders, with everything inside them, up to `MAX_FILES`; those that cannot be read are left
 * out. Call it synchronously in the drop event: afterwards the browser discards the dropped items.
 */
export function droppedFiles(transfer: DataTransfer): Promise<FoundFile[]> {
  const entries = [...transfer.items].flatMap((item) =>
    item.kind === 'file' ? (item.webkitGetAsEntry?.() ?? []) : [],
  )
  // Browsers without entries, and pasted files, provide only the list of files.
  return entries.length > 0 ? collectFiles(entries) : Promise.resolve(chosenFiles(transfer.files))
}

/** Walks through folders, breadth first, and returns the files in them. */
async function collectFiles(entries: FileSystemEntry[]): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const queue = entries.map((entry) => ({ entry, way: [] as string[] }))
  for (let next = queue.shift(); next && found.length < MAX_FILES; next = queue.shift()) {
    const { entry, way } = next
    if (isSystemFile(entry.name)) continue
    if (isFolder(entry)) queue.push(...(await folderEntries(entry, way)))
    // An entry is a folder or a file.
    else found.push(...(await entryFiles(entry as FileSystemFileEntry)).map((file) => ({ file, way })))
  }
  return found
}

/** Returns the entries of a folder; those of folders that are too deep are placed in the deepest allowed one. */
async function folderEntries(folder: FileSystemDirectoryEntry, way: string[]) {
  const deeper = way.length < MAX_FOLDER_DEPTH ? [...way, folder.name] : way
  return (await readEntries(folder)).map((entry) => ({ entry, way: deeper }))
}

/** Returns whether an entry is a folder. */
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/**
 * Reads the entries of a folder, up to about the maximum. A reader returns at most 100 at a time, and none at the
 * end.
 */
async function readEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (batch.length === 0 || entries.length >= MAX_FILES) return entries
    entries.push(...batch)
  }
}

/** Returns the file of an entry; none when it cannot be read. */
const entryFiles = (entry: FileSystemFileEntry): Promise<File[]> =>
  new Promise((resolve) =>
    entry.file(
      (file) => resolve([file]),
      () => resolve([]),
    ),
  )
