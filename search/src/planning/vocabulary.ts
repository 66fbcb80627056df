import { type Bilingual, emptyBilingual } from './bilingual.ts'

/** What the users of a library call things, in keys of the index. It may change from search to search. */
export interface Vocabulary {
  /** The code of a discipline, by its code or its name. */
  subject: (text: string) => string
  /** Other keys (`sourceKey`) under which a source may stand. */
  source: (name: string) => string[]
  /** Keys of the sources that have a rank, however it is written: `CSSCI`, `cas:2025:1`. */
  ranked: (rank: string) => string[]
  /** Ranks that are counted as a facet, with the keys of the sources that have them. */
  ranks: ReadonlyMap<string, ReadonlySet<string>>
  /** Terms in Chinese and English that stand for each other. */
  terms: Bilingual
  /** The same with general words, for questions and sentences. */
  words: Bilingual
}

/** Knows no names. */
export const EMPTY_VOCABULARY: Vocabulary = {
  subject: (text) => text.normalize('NFKC').trim(),
  source: () => [],
  ranked: () => [],
  ranks: new Map(),
  terms: emptyBilingual(),
  words: emptyBilingual(),
}
