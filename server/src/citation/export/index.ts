// Prints references of papers as lists and files.
export { DOCX_MIME, loadStyle, previewList, requireStyle } from './citation.service.ts'
export type { CitedSource } from './cited-text.ts'
export { workEntry } from './source.ts'
export { listLongReferences, writeLongCitedText, writeLongList } from './write.ts'
