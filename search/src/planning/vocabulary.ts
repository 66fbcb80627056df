import type { AllValues, FacetValues } from '../index/values.ts'
import { type Bilingual, emptyBilingual } from './bilingual.ts'

/** Names used by a library, resolved to keys of the index. It may change between searches. */
export interface Vocabulary {
  /** Returns the code of a discipline, given by code or name. */
  subject: (text: string) => string
  /** Returns other keys (`sourceKey`) under which a source may be indexed. */
  source: (name: string) => string[]
  /** Returns the keys of the sources that have a rank, in any spelling: `CSSCI`, `cas:2025:1`. */
  sourcesWithRank: (rank: string) => string[]
  /** Ranks that are counted as a facet, with the keys of the sources that have them. */
  ranks: ReadonlyMap<string, ReadonlySet<string>>
  /** Chinese and English terms that translate each other. */
  terms: Bilingual
  /** Returns `terms` with general words, for questions and sentences. */
  words: () => Promise<Bilingual>
}

/** A vocabulary without names and translations. */
export const EMPTY_VOCABULARY: Vocabulary = {
  subject: (text) => text.normalize('NFKC').trim(),
  source: () => [],
  sourcesWithRank: () => [],
  ranks: new Map(),
  terms: emptyBilingual(),
  words: async () => emptyBilingual(),
}

/** Resolves names in queries to numbers that depend on the library; [] for an unknown name. */
export interface NameLookup {
  /** Returns a discipline, given by code or name, with all disciplines below it. */
  subjects: (text: string) => number[]
  /** Returns the languages whose code begins with that of a language, given by code or name. */
  languages: (text: string) => number[]
  /** Returns the journals that have a rank, such as `CSSCI` or `CAS:2025:1`. */
  sourcesWithRank: (text: string) => number[]
  /** Returns the number of a resource type, given by number (which is not checked), mark or name. */
  types: (text: string) => number[]
}

/** Creates the lookup of names whose numbers depend on the library. */
export function createLookup(values: AllValues, vocabulary: Vocabulary): NameLookup {
  return {
    subjects: (text) => numbersWithPrefix(values.subject, vocabulary.subject(text)),
    languages: (text) => numbersWithPrefix(values.language, languageKey(text)),
    sourcesWithRank: (text) =>
      vocabulary.sourcesWithRank(text).flatMap((key) => values.source.numberOf(key) ?? []),
    types: (text) => {
      const number = /^\d+$/.test(text) ? Number(text) : TYPE_NUMBERS[text.toLowerCase()]
      return number === undefined ? [] : [number]
    },
  }
}

/** Returns the numbers of a code and all codes below it: `08` includes `0812`. An empty code has none. */
export function numbersWithPrefix({ count, beginningWith }: FacetValues, code: string): number[] {
  return code === '' ? [] : beginningWith(code, count, count)
}

/** Numbers of `resource_type` by the marks of GB/T 7714 in lower case, and by Chinese and English names. */
const TYPE_NUMBERS: Record<string, number> = {
  j: 1,
  期刊: 1,
  期刊论文: 1,
  article: 1,
  journal: 1,
  m: 2,
  专著: 2,
  图书: 2,
  book: 2,
  monograph: 2,
  n: 3,
  报纸: 3,
  newspaper: 3,
  d: 4,
  学位论文: 4,
  论文: 4,
  thesis: 4,
  dissertation: 4,
  c: 5,
  会议: 5,
  会议论文: 5,
  conference: 5,
  proceedings: 5,
  s: 6,
  标准: 6,
  standard: 6,
  p: 7,
  专利: 7,
  patent: 7,
  r: 8,
  报告: 8,
  科技报告: 8,
  report: 8,
  pp: 9,
  预印本: 9,
  preprint: 9,
  ds: 10,
  数据集: 10,
  网络资源: 10,
  dataset: 10,
}

/** ISO 639-1 codes by Chinese and English name. */
const LANGUAGE_CODES: Record<string, string> = {
  中文: 'zh',
  chinese: 'zh',
  英文: 'en',
  英语: 'en',
  english: 'en',
  日文: 'ja',
  日语: 'ja',
  japanese: 'ja',
  德文: 'de',
  德语: 'de',
  german: 'de',
  法文: 'fr',
  法语: 'fr',
  french: 'fr',
  俄文: 'ru',
  俄语: 'ru',
  russian: 'ru',
}

/** Returns the code of a language, given by code or name; other text is returned in lower case. */
export function languageKey(text: string): string {
  const normalized = text.normalize('NFKC').trim().toLowerCase()
  return LANGUAGE_CODES[normalized] ?? normalized
}
