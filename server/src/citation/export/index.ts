// Prints references of papers as lists and files.
export { DOCX_MIME, loadStyle, previewList, requireStyle } from './citation.service.ts'
export { buildReferenceList, type CitedSource } from './cited-text.ts'
export { workEntry } from './source.ts'
export { writeLongCitedText, writeLongList } from './write.ts'
