// Searching the library: the engine that follows the database, and searches of other features.
export { findRecords, hitNumbers, lastSearchable, searchPapers } from './find-papers.ts'
export { knownTerms } from './known-terms.ts'
export { libraryIndex } from './library-index.ts'
export { bilingualTerms, loadTerms, wordsWithoutSubject } from './own-terms.ts'
export { search } from './search.service.ts'
export { libraryVocabulary } from './vocabulary.ts'
