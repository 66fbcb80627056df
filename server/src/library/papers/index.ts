// Papers of the library: their records, and the papers that screens show.
export { namesOf } from './author-names.ts'
export { citationTies, requireWork, worksOf } from './citation-ties.ts'
export {
  type Paper,
  paperArrivals,
  paperOf,
  papersByIds,
  papersBySeqs,
  paperTitles,
  requirePapers,
  type StoredPaper,
} from './papers.ts'
export {
  countPapers,
  idsBySeqs,
  lastChange,
  type PaperRecord,
  recordsByIds,
  recordsBySeqs,
} from './records.ts'
