// Search in the library: the engine that follows the database, and searches on behalf of other features.

export { bilingualTerms, nounTranslations, wordsWithoutSubject } from './curated-terms.ts'
export { findHitSeqs, findLastSearchableSeq, findRecords, searchPapers } from './find-papers.ts'
export { getKnownTerms } from './known-terms.ts'
export { createLibraryIndex } from './library-index.ts'
export { searchLibrary } from './search.service.ts'
export { loadVocabulary } from './vocabulary.ts'
