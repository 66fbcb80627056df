import { MANUSCRIPT_BATCH_LIMITS } from '@scinav/contract'
import type { FoundFile } from '../../documents/upload/dropped-files.ts'

/** The kinds of files in the browser's file chooser. */
export const ACCEPTED_FILES = '.zip,.docx,.pdf,.md,.markdown,.tex'

/** Files that the server reads or, as those of other word processors, names in the result with the reason. */
const SENT_FILE = /\.(?:zip|docx|pdf|md|markdown|tex|ltx|bib|bbl|doc|docm|wps|rtf|odt|caj|pages)$/i

/** Chosen files, and what was left out. */
interface ChosenTheses {
  files: FoundFile[]
  /** One sentence for the user; undefined when nothing was left out. */
  note: string | undefined
}

/** Adds files to those that were chosen before, without those that are no manuscripts and those beyond the limit. */
export function addTheses(before: readonly FoundFile[], found: readonly FoundFile[]): ChosenTheses {
  const { theses: limit } = MANUSCRIPT_BATCH_LIMITS
  const fitting = found.filter(({ file }) => file.size > 0 && SENT_FILE.test(file.name))
  const files = [...before, ...fitting]
  const others = found.length - fitting.length
  const notes = [
    ...(others > 0 ? [`${others} 个文件是空的或不是稿件，没有选入`] : []),
    ...(files.length > limit ? [`一批最多 ${limit} 个文件，多出的 ${files.length - limit} 个没有选入`] : []),
  ]
  return { files: files.slice(0, limit), note: notes.length > 0 ? notes.join('；') : undefined }
}
