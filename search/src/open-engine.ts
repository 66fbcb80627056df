import { weighConcepts } from './concepts/concept-weights.ts'
import { findPapersStating, paperCounts } from './concepts/paper-counts.ts'
import type { Engine, PassageEngine, SearchEngine } from './engine.ts'
import { namedSuggestions } from './facets/named-facets.ts'
import { openTermIndex } from './open-term-index.ts'
import { findMisspelt } from './planning/correction.ts'
import { type NarrowingPlanner, narrowPapers, narrowPassages } from './planning/filters.ts'
import type { TermIndex } from './planning/term-index.ts'
import { EMPTY_VOCABULARY, type Vocabulary } from './planning/vocabulary.ts'
import { searchWithFallbacks } from './search-with-fallbacks.ts'
import { findInterests } from './terms/interests.ts'
import { findSimilar } from './terms/similar.ts'
import { readSourceSubjects } from './terms/source-subjects.ts'

/** How an engine is opened. */
interface Options {
  /** Folder of the index files; null keeps the index in memory. */
  folder: string | null
  /**
   * Number of searching threads, besides the one that writes; 0 does everything in the calling thread (tests). A
   * process that only writes has none, and keeps segments in memory only until they are saved.
   */
  threads: number | 'only to write'
  /** Returns the vocabulary, anew for each search; by default it is empty. */
  vocabulary?: () => Promise<Vocabulary>
}

/**
 * Opens the embedded engine with the contents of its files; the caller then applies the later changes of the database.
 */
export async function openEngine({ folder, threads, vocabulary }: Options): Promise<SearchEngine> {
  return createSearchEngine(await openTermIndex({ folder, threads }), vocabulary)
}

/** Creates an engine over an index of papers. */
export function createSearchEngine(index: TermIndex, vocabulary = withoutVocabulary): SearchEngine {
  return {
    ...createEngine(index, vocabulary, narrowPapers),
    suggest: async (text) => namedSuggestions(await index.complete(text), index.values()),
    similar: (seq, work) => findSimilar(index, seq, work),
    interests: async (works, within) => findInterests(index, await vocabulary(), works, within),
    subjectsOfSources: () => readSourceSubjects(index),
  }
}

/** Returns the current vocabulary. */
type VocabularySource = () => Promise<Vocabulary>

/** Returns an empty vocabulary. */
const withoutVocabulary: VocabularySource = async () => EMPTY_VOCABULARY

/** Creates an engine over a term index: it plans requests and gives names to the values found. */
function createEngine<Filters>(
  index: TermIndex,
  vocabulary: VocabularySource,
  narrow: NarrowingPlanner<Filters>,
): Engine<Filters> {
  const { apply, reset, save, state, close } = index
  return {
    apply,
    reset,
    save,
    state,
    close,
    search: async (request) =>
      searchWithFallbacks({ index, vocabulary: await vocabulary(), narrow }, request),
    findMisspelt: async (text) => findMisspelt(index, await vocabulary(), text),
    async concepts(query, others = [], splitTerms = false) {
      const counts = [paperCounts(index, null), ...others]
      return weighConcepts(
        { values: index.values(), vocabulary: await vocabulary(), counts },
        query,
        splitTerms,
      )
    },
    countWithin: async (filters) => paperCounts(index, narrow(filters, index.values(), await vocabulary())),
    async findByConcepts(concepts, { filters, ...criteria }) {
      return findPapersStating(index, concepts, criteria, narrow(filters, index.values(), await vocabulary()))
    },
  }
}

/** Opens the embedded engine over passages of documents, which offers no completion and no disciplines. */
export async function openPassages({ folder, threads, vocabulary }: Options): Promise<PassageEngine> {
  return createPassageEngine(await openTermIndex({ folder, threads, schema: 'passages' }), vocabulary)
}

/** Returns an engine that searches the passages of an index; by default without a vocabulary. */
export const createPassageEngine = (index: TermIndex, vocabulary = withoutVocabulary): PassageEngine =>
  createEngine(index, vocabulary, narrowPassages)
