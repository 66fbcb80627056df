// Prints references of papers as lists and files.
export { DOCX_MIME, loadStyle, previewList, styleName, styleSystem } from './citation.service.ts'
export type { CitedSource, PrintedCitedText } from './cited-text.ts'
export type { PrintStyle } from './print.ts'
export { standingNote } from './standing-notes.ts'
export {
  listLongReferences,
  printLongCitedText,
  printLongEntries,
  writeLongCitedText,
  writeLongList,
} from './write.ts'
