import { type Bilingual, emptyBilingual } from './bilingual.ts'

/** Names used by a library, resolved to keys of the index. It may change between searches. */
export interface Vocabulary {
  /** Returns the code of a discipline, given by code or name. */
  subject: (text: string) => string
  /** Returns other keys (`sourceKey`) under which a source may be indexed. */
  source: (name: string) => string[]
  /** Returns the keys of the sources that have a rank, in any spelling: `CSSCI`, `cas:2025:1`. */
  ranked: (rank: string) => string[]
  /** Ranks that are counted as a facet, with the keys of the sources that have them. */
  ranks: ReadonlyMap<string, ReadonlySet<string>>
  /** Chinese and English terms that translate each other. */
  terms: Bilingual
  /** `terms` with general words, for questions and sentences. */
  words: Bilingual
}

/** A vocabulary without names. */
export const EMPTY_VOCABULARY: Vocabulary = {
  subject: (text) => text.normalize('NFKC').trim(),
  source: () => [],
  ranked: () => [],
  ranks: new Map(),
  terms: emptyBilingual(),
  words: emptyBilingual(),
}
