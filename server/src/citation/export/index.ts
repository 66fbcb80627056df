// Prints references of papers as lists and files.

export { loadStyle, styleName, styleSystem } from './chosen-style.ts'
export { DOCX_MIME, previewList } from './citation.service.ts'
export type { CitedSource } from './cited-list.ts'
export type { PrintedCitedText } from './cited-text.ts'
export type { PrintStyle } from './print.ts'
export { standingNote } from './standing-notes.ts'
export {
  listLongReferences,
  printLongCitedText,
  printLongEntries,
  writeLongCitedText,
  writeLongList,
} from './write.ts'
