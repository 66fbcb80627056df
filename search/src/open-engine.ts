import { conceptsOf, countingIn, findSaying } from './concepts/weigh.ts'
import type { Engine, PassageEngine, SearchAnswer, SearchEngine, SearchRequest } from './engine.ts'
import { countedFor, namedFacets, namedSuggestions } from './facets/named.ts'
import { openTermIndex } from './open-term-index.ts'
import { type Correction, correct, misspelt } from './planning/correction.ts'
import {
  MIN_HITS,
  type Narrow,
  narrowPapers,
  narrowPassages,
  planWith,
  sortOf,
} from './planning/plan-search.ts'
import type { TermIndex } from './planning/term-index.ts'
import { noVocabulary, type Vocabulary } from './planning/vocabulary.ts'
import { namedWorks } from './planning/work-names.ts'
import { interestsOf } from './terms/interests.ts'
import { similarTo } from './terms/similar.ts'
import { sourceSubjects } from './terms/source-subjects.ts'

interface Options {
  /** Where the index's files are; null keeps it in memory. */
  folder: string | null
  /**
   * Threads that search, besides the one that writes; 0 does everything in the calling thread (tests). For whoever only
   * writes there are none, and segments stay in memory only until they are saved.
   */
  threads: number | 'only to write'
  /** Asked for at each search; knows no names if not given. */
  vocabulary?: () => Promise<Vocabulary>
}

/** Opens the embedded engine with what its files hold; the caller then brings what the database has since. */
export async function openEngine({ folder, threads, vocabulary }: Options): Promise<SearchEngine> {
  return engineOver(await openTermIndex({ folder, threads }), vocabulary)
}

/** The same over passages of documents, which complete nothing and come in no disciplines. */
export async function openPassages({ folder, threads, vocabulary }: Options): Promise<PassageEngine> {
  return passagesOver(await openTermIndex({ folder, threads, schema: 'passages' }), vocabulary)
}

type AskVocabulary = () => Promise<Vocabulary>
const knowingNothing: AskVocabulary = async () => noVocabulary

export const passagesOver = (index: TermIndex, vocabulary = knowingNothing): PassageEngine =>
  anyEngine(index, vocabulary, narrowPassages)

/** An engine over an index of papers. */
export function engineOver(index: TermIndex, vocabulary = knowingNothing): SearchEngine {
  return {
    ...anyEngine(index, vocabulary, narrowPapers),
    suggest: async (text) => namedSuggestions(await index.complete(text), index.values()),
    similar: (seq, work) => similarTo(index, seq, work),
    interests: async (works, within) => interestsOf(index, await vocabulary(), works, within),
    subjectsOfSources: () => sourceSubjects(index),
  }
}

/** An engine over an index of terms: it plans what is asked for, and names what is found. */
function anyEngine<Narrowing>(
  index: TermIndex,
  vocabulary: AskVocabulary,
  narrow: Narrow<Narrowing>,
): Engine<Narrowing> {
  const { apply, reset, save, state, close } = index
  return {
    apply,
    reset,
    save,
    state,
    close,
    search: async (request) => search(index, await vocabulary(), request, narrow),
    misspelt: async (text) => misspelt(index, await vocabulary(), text),
    async concepts(query, beside = [], apart = false) {
      const countings = [countingIn(index, null), ...beside]
      return conceptsOf({ values: index.values(), vocabulary: await vocabulary(), countings }, query, apart)
    },
    counting: async (filters) => countingIn(index, narrow(filters, index.values(), await vocabulary())),
    async findSaying(concepts, { filters, ...wanted }) {
      return findSaying(index, concepts, wanted, narrow(filters, index.values(), await vocabulary()))
    },
  }
}

/** A search; where nothing has what is written, that of a likely correction if that was wished for. */
async function search<Narrowing>(
  index: TermIndex,
  vocabulary: Vocabulary,
  request: SearchRequest<Narrowing>,
  narrow: Narrow<Narrowing>,
): Promise<SearchAnswer> {
  const written = await searchOnce(index, vocabulary, request, narrow)
  const { correction, answer } = written
  if (!request.correct || !correction?.certain || written.unfiltered > 0) return answer
  const { text: query } = correction
  const corrected = await searchOnce(index, vocabulary, { ...request, query }, narrow)
  if (corrected.unfiltered === 0) return answer
  const { understood, ...found } = corrected.answer
  return { ...found, understood: { ...understood, corrected: null, instead: query } }
}

interface Once {
  answer: SearchAnswer
  correction: Correction | null
  /** Hits whatever the filters: a filter decides nothing about how a query is read. */
  unfiltered: number
}

async function searchOnce<Narrowing>(
  index: TermIndex,
  vocabulary: Vocabulary,
  request: SearchRequest<Narrowing>,
  narrow: Narrow<Narrowing>,
): Promise<Once> {
  const { sort = 'relevance', from = 0, size, facets = [], fallback = false, after_seq = 0 } = request
  const { parsed, understood, filters, pairs, titles } = planWith(narrow, request, index.values(), vocabulary)
  const names = titles.length > 0 ? await namedWorks(index, request.query) : []
  const answer = await index.search({
    plan: understood.plan,
    fallback: fallback ? understood.fallback : null,
    min_hits: fallback ? MIN_HITS : 0,
    titles,
    names,
    pairs,
    filters: filters.map(({ facet, plan }) => ({ facet, plan })),
    only_passing: false,
    sort: sortOf(sort, understood),
    limit: from + size,
    ...countedFor(facets, vocabulary),
    after_seq,
  })
  const { hits, total, partial, counts_partial, unfiltered, kept_out, took_ms } = answer
  const correction = fallback && unfiltered < MIN_HITS ? await correct(index, vocabulary, parsed) : null
  return {
    correction,
    unfiltered,
    answer: {
      hits: hits.slice(from, from + size),
      total,
      partial,
      counts_partial,
      facets: namedFacets(facets, answer, index.values(), vocabulary),
      understood: { ...understood, corrected: correction?.text ?? null },
      kept_out: filters.map(({ name }, at) => ({ filter: name, count: kept_out[at] ?? 0 })),
      took_ms,
    },
  }
}
