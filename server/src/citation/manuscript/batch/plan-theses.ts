import { safeFileName, visibleName } from '../../../documents/uploads/index.ts'
import { readThesisName } from './thesis-name.ts'

/** A thesis in an archive or a folder. */
export interface PlannedThesis {
  department: string
  title: string
  author: string
  /** The name of the file to check; of a LaTeX folder, that of a zip of its files. */
  file_name: string
  /** Its file, or the files of its LaTeX folder. */
  paths: string[]
  /** The LaTeX folder, with a slash at its end; null for a single file. */
  folder: string | null
  /** Why it cannot be checked, in Chinese. */
  fault: string | null
}

/** The theses that were found. */
export interface ThesisPlan {
  theses: PlannedThesis[]
  /** The number of files that are no manuscripts. */
  skipped: number
}

/** The department of theses that lie in no folder. */
export const NO_DEPARTMENT = '未分院系'
const MAX_DEPARTMENT_CHARS = 200

const MANUSCRIPT = /\.(?:docx|pdf|md|markdown|tex|ltx|zip)$/i
const LATEX_TEXT = /\.(?:tex|ltx)$/i
const LATEX_FILE = /\.(?:tex|ltx|bib|bbl)$/i
/** Files that make the folder of a LaTeX text a manuscript of several files. */
const LATEX_LIST = /\.(?:bib|bbl)$/i
/** Word processors' files that the parser does not read. */
const OTHER_MANUSCRIPT = /\.(doc|docm|wps|rtf|odt|caj|pages)$/i
/** Folders and files that operating systems and word processors add. */
const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX\/|\.|~\$|Thumbs\.db$|desktop\.ini$)/i

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/**
 * Finds the theses among the files of an archive or a folder. A folder with a LaTeX text and a `.bib` or `.bbl` file in
 * or below it is one thesis; every other manuscript is one of its own. The department is the first folder in which the
 * paths differ.
 *
 * @param paths paths with `/` between folders.
 * @param whole the name of the archive, for a LaTeX thesis that fills it.
 * @param department the department of theses in no folder.
 */
export function planTheses(
  paths: readonly string[],
  { whole, department = NO_DEPARTMENT }: { whole: string; department?: string },
): ThesisPlan {
  const files = paths.filter((path) => !SYSTEM_FILE.test(path))
  const folders = latexFolders(files)
  const byFolder = Map.groupBy(files, (path) => findOutermost(path, folders))
  const loose = (byFolder.get(undefined) ?? []).filter(
    (path) => MANUSCRIPT.test(path) || OTHER_MANUSCRIPT.test(path),
  )
  const found = [
    ...loose.map((path) => ({ path, paths: [path], folder: null })),
    ...[...folders].map((folder) => ({
      path: folder === '' ? whole : folder.slice(0, -1),
      paths: (byFolder.get(folder) ?? []).filter((path) => LATEX_FILE.test(path)),
      folder,
    })),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const depth = sharedDepth(found.map(({ path }) => path.split('/').slice(0, -1)))
  const theses = found.map(({ path, paths, folder }): PlannedThesis => {
    const segments = path.split('/')
    const name = segments.at(-1) ?? path
    const inFolder = segments.slice(0, -1)[depth]
    const file_name = safeFileName(folder === null ? name : `${name.replace(/\.zip$/i, '')}.zip`)
    return {
      department: cutVisible(inFolder ?? department, MAX_DEPARTMENT_CHARS) || NO_DEPARTMENT,
      ...readThesisName(file_name),
      file_name,
      paths,
      folder,
      fault: folder === null ? unreadableFault(name) : null,
    }
  })
  const used = new Set(loose)
  const skipped = (byFolder.get(undefined) ?? []).filter((path) => !used.has(path)).length
  return { theses, skipped }
}

/** Returns the folders that hold a LaTeX text and, in or below them, its list; folders inside others are left out. */
function latexFolders(files: readonly string[]): Set<string> {
  const withText = new Set(files.filter((path) => LATEX_TEXT.test(path)).map(parentOf))
  const found = new Set<string>()
  for (const path of files.filter((path) => LATEX_LIST.test(path))) {
    const folder = findInnermost(path, withText)
    if (folder !== undefined) found.add(folder)
  }
  return new Set([...found].filter((folder) => findOutermost(folder, found) === folder))
}

/** Returns the outermost of given folders that a path lies in, or is; undefined when there is none. */
function findOutermost(path: string, folders: ReadonlySet<string>): string | undefined {
  for (let end = 0; ; end = path.indexOf('/', end) + 1) {
    const folder = path.slice(0, end)
    if (folders.has(folder)) return folder
    if (!path.includes('/', end)) return undefined
  }
}

/** Returns the innermost of given folders that a file lies in; undefined when there is none. */
function findInnermost(path: string, folders: ReadonlySet<string>): string | undefined {
  for (let folder = parentOf(path); ; folder = parentOf(folder.slice(0, -1))) {
    if (folders.has(folder)) return folder
    if (folder === '') return undefined
  }
}

/** Returns a name without characters that a reader does not see, cut to a number of code points. */
export const cutVisible = (name: string, max_chars: number): string =>
  [...visibleName(name)].slice(0, max_chars).join('').trim()

/** Returns how many folders around all theses are the same; the innermost folder of a thesis never counts. */
function sharedDepth(folders: readonly string[][]): number {
  const [first = []] = folders
  let depth = 0
  while (folders.every((each) => each.length > depth + 1 && each[depth] === first[depth]) && first.length > 0)
    depth += 1
  return depth
}

/** Returns why a file cannot be read, in Chinese, by its name; null when it can. */
function unreadableFault(name: string): string | null {
  const ending = OTHER_MANUSCRIPT.exec(name)?.[1]
  return ending === undefined
    ? null
    : `不支持 .${ending.toLowerCase()} 文件，请另存为 .docx 或 PDF 后重新上传`
}
