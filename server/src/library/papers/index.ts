// Papers of the library: their stored records, and papers as screens show them.

export { findCitationTies, findWorks, requireWork } from './citation-ties.ts'
export {
  findPaperArrivals,
  findPapersByIds,
  findPapersBySeqs,
  findPaperTitles,
  type Paper,
  requirePapers,
  type StoredPaper,
  toPaper,
} from './papers.ts'
export {
  countPapers,
  findIdsBySeqs,
  findLastChange,
  findRecordsBySeqs,
  type PaperRecord,
  streamRecordsByIds,
} from './records.ts'
