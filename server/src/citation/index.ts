// Reference lists and files of papers.
export { previewList } from './citation.service.ts'
