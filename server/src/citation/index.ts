// Reference lists and files of papers.
export { previewList } from './citation.service.ts'
export { writeLong } from './write.ts'
