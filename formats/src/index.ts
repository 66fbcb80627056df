/** The public interface of this package. */

export { latexToText } from './bibtex/latex.ts'
export { normalizeIssn, normalizePmid } from './fields/identifiers.ts'
export { type ImportFormat, type RawRecord, type ReadResult, readRecord } from './format.ts'
export { DOI_LIST, formats, recognizeFormat } from './formats.ts'
export { DamagedArchive, openText, readHead } from './input/bytes.ts'
export { detectDelimiter, splitCells, splitCsv } from './input/csv-split.ts'
export { detectEncoding } from './input/encoding.ts'
export { arxivAtomWork } from './services/arxiv.ts'
export { crossrefWork } from './services/crossref.ts'
export { openAlexWork } from './services/openalex.ts'
export { pubmedWork } from './services/pubmed.ts'
export { semanticScholarWork } from './services/semantic-scholar.ts'
