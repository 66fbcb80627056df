// Reference lists and files of papers.
export { DOCX, previewList, styleOf } from './citation.service.ts'
export { type CitedSource, citedList } from './cited-text.ts'
export { writeLong, writeLongCited } from './write.ts'
