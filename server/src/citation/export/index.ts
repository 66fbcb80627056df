// Prints references of papers as lists and files.
export { DOCX_MIME, loadStyle, previewList, styleName, styleSystem } from './citation.service.ts'
export type { CitedSource } from './cited-text.ts'
export type { PrintStyle } from './print.ts'
export { listLongReferences, printLongEntries, writeLongCitedText, writeLongList } from './write.ts'
