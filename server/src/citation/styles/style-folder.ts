import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocaleData, readLocale } from '@scinav/citation/csl'
import { type InstalledStyle, readInstalledStyle } from '../installed/index.ts'

/** The most files that are read from the folder; the others are left out without a message. */
const MAX_FILES = 500
/** Size above which a file counts as unusable. */
const MAX_FILE_BYTES = 4 * 1024 * 1024

/** Begins the ids of styles in the folder. */
const STYLE_ID_PREFIX = 'csl-file-'

/** The content of one file of the folder, with its time of modification; neither style nor locale when unusable. */
interface FolderFile {
  changedMs: number
  style?: InstalledStyle
  locale?: LocaleData
}

/** Files read so far, by path; a file is read again when it has changed. */
const cachedFiles = new Map<string, FolderFile>()

/** Returns the id of a style, which stays the same as long as its file keeps its name, whatever characters that has. */
const styleId = (name: string): string =>
  `${STYLE_ID_PREFIX}${createHash('sha256').update(name).digest('hex').slice(0, 24)}`

async function readFolderFile(path: string, name: string, changedMs: number): Promise<FolderFile> {
  const text = await readFile(path, 'utf8')
  try {
    if (name.endsWith('.xml')) return { changedMs, locale: readLocale(text) }
    return { changedMs, style: readInstalledStyle(styleId(name), text) }
  } catch {
    return { changedMs }
  }
}

async function loadFile(folder: string, name: string): Promise<FolderFile> {
  const path = join(folder, name)
  const { mtimeMs, size } = await stat(path)
  const cached = cachedFiles.get(path)
  if (cached?.changedMs === mtimeMs) return cached
  const file = size > MAX_FILE_BYTES ? { changedMs: mtimeMs } : await readFolderFile(path, name, mtimeMs)
  cachedFiles.set(path, file)
  return file
}

/** The styles and locales of the folder `styles` of the installation. */
export interface StyleFolder {
  styles: InstalledStyle[]
  locales: LocaleData[]
}

/**
 * Reads the styles (`.csl`) and locale files (`.xml`) in the folder `styles` of the data folder; files that cannot be
 * used are left out.
 */
export async function readStyleFolder(dataFolder: string): Promise<StyleFolder> {
  const folder = join(dataFolder, 'styles')
  const names = await readdir(folder).catch(() => [])
  const files: FolderFile[] = []
  for (const name of names.filter((each) => /\.(?:csl|xml)$/i.test(each)).slice(0, MAX_FILES)) {
    const file = await loadFile(folder, name).catch(() => undefined)
    if (file) files.push(file)
  }
  return {
    styles: files.flatMap(({ style }) => style ?? []),
    locales: files.flatMap(({ locale }) => locale ?? []),
  }
}
