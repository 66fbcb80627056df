/** Parts the tokens of a text; no text has it. */
export const SPLIT = '\u001f'
/** Parts terms that stand at one place. */
export const VARIANT = '‖'
/** Stands where no term is. */
export const HOLE = '\u001d'
/** Parts a term from its impact. */
export const IMPACT = '\u001e'

/** Texts in which terms have places, in the order of their bits. */
export const TEXTS = ['title', 'abstract', 'keyword'] as const
export type TextField = (typeof TEXTS)[number]

/**
 * An impact of 0–255 as a frequency that BM25 with this `k1` and without lengths makes the same impact of: it saturates as
 * f / (k1 + f), so f is k1 · i / (255 − i).
 */
export const SATURATION = 510
const MOST_FREQUENCY = SATURATION * 500

export const frequencyOf = (impact: number): number =>
  impact >= 255 ? MOST_FREQUENCY : Math.max(1, Math.round((SATURATION * impact) / (255 - impact)))

/** How an index of terms is laid out; `_meta` of its mapping says what is in it. */
export const FORMAT = 3

export interface Size {
  shards: number
  replicas: number
}

/** @param beside whether it is built beside another one, of which it takes the place when it is whole. */
export const indexBody = (schema: string, { shards, replicas }: Size, beside: boolean) => ({
  settings: {
    index: {
      number_of_shards: shards,
      number_of_replicas: replicas,
      /** Whoever feeds asks for it when nothing more is to come; one a second makes many small segments, merged again. */
      refresh_interval: '30s',
      max_result_window: 10_000,
      max_terms_count: 100_000,
      /** A sign for any letter takes some 1,200: see pattern.ts. */
      max_regex_length: 30_000,
      'query.default_field': 'none',
    },
    similarity: {
      impacts: { type: 'BM25', k1: SATURATION, b: 0 },
      /** How often: what stands near something else is counted by it. */
      count: { type: 'scripted', script: { source: 'return query.boost * doc.freq;' } },
    },
    analysis,
  },
  mappings: {
    dynamic: 'strict',
    _source: { enabled: false },
    _meta: { schema, format: FORMAT, beside },
    properties,
  },
})

const analysis = {
  tokenizer: { split: { type: 'simple_pattern_split', pattern: SPLIT } },
  filter: {
    variants: { type: 'pattern_capture', preserve_original: false, patterns: [`([^${VARIANT}]+)`] },
    holes: { type: 'stop', stopwords: [HOLE] },
    impact: { type: 'delimited_term_freq', delimiter: IMPACT },
  },
  analyzer: {
    placed: { type: 'custom', tokenizer: 'split', filter: ['variants', 'holes'] },
    phrase: { type: 'custom', tokenizer: 'split', filter: ['holes'] },
    weighed: { type: 'custom', tokenizer: 'split', filter: ['impact'] },
  },
}

/** Tries what the analysis needs: two words, one with a frequency of its own. */
export const ANALYSIS = {
  tokenizer: analysis.tokenizer.split,
  filter: [analysis.filter.holes, analysis.filter.impact],
  text: `graph${IMPACT}7${SPLIT}${HOLE}${SPLIT}network`,
}

const placed = {
  ...{ type: 'text', analyzer: 'placed', search_analyzer: 'phrase', similarity: 'count' },
  ...{ norms: false, index_options: 'positions' },
}
const listed = { type: 'text', analyzer: 'phrase', norms: false, index_options: 'docs' }
const value = { type: 'keyword' }
const number = (type: string) => ({ type })

const properties = {
  seq: number('long'),
  /** Every term of the record, wherever it stands, with what it weighs there. */
  terms: {
    ...{ type: 'text', analyzer: 'weighed', search_analyzer: 'phrase', similarity: 'impacts' },
    ...{ norms: false, index_options: 'freqs' },
  },
  title: placed,
  /** Places in it, by language where it is in two. */
  title_lengths: number('integer'),
  abstract: placed,
  keyword: placed,
  /** Words of the names of people and of the source. */
  names: listed,
  first_author: listed,
  corresponding: listed,
  author: value,
  keywords: value,
  source: value,
  subject: value,
  language: value,
  year: number('short'),
  type: number('byte'),
  degree: number('byte'),
  oa: { type: 'boolean' },
  date: number('integer'),
  cited: number('long'),
  /** Words as they are written, to be listed. */
  words: { type: 'keyword', index: false },
  /** How values are written where it is not as they are compared. */
  labels: { type: 'keyword', index: false, doc_values: false, store: true },
}
