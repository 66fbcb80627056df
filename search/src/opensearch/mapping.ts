/** Parts the tokens of a text; no text has it. */
export const TOKEN_SEPARATOR = '\u001f'
/** Parts terms that stand at one place. */
export const VARIANT_SEPARATOR = '‖'
/** Stands where no term is. */
export const EMPTY_POSITION = '\u001d'
/** Parts a term from its impact. */
export const IMPACT_SEPARATOR = '\u001e'

/** Texts in which terms have places, in the order of their bits. */
export const TEXT_FIELD_NAMES = ['title', 'abstract', 'keyword'] as const
export type TextField = (typeof TEXT_FIELD_NAMES)[number]

/**
 * An impact of 0–255 as a frequency that BM25 with this `k1` and without lengths makes the same impact of: it saturates as
 * f / (k1 + f), so f is k1 · i / (255 − i).
 */
export const SATURATION = 510
const MAX_FREQUENCY = SATURATION * 500

export const impactFrequency = (impact: number): number =>
  impact >= 255 ? MAX_FREQUENCY : Math.max(1, Math.round((SATURATION * impact) / (255 - impact)))

/** How an index of terms is laid out; `_meta` of its mapping says what is in it. */
export const MAPPING_FORMAT = 3

export interface IndexSize {
  shards: number
  replicas: number
}

/** @param beside whether it is built beside another one, of which it takes the place when it is whole. */
export const indexBody = (schema: string, { shards, replicas }: IndexSize, beside: boolean) => ({
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
    _meta: { schema, format: MAPPING_FORMAT, beside },
    properties,
  },
})

const analysis = {
  tokenizer: { split: { type: 'simple_pattern_split', pattern: TOKEN_SEPARATOR } },
  filter: {
    variants: { type: 'pattern_capture', preserve_original: false, patterns: [`([^${VARIANT_SEPARATOR}]+)`] },
    holes: { type: 'stop', stopwords: [EMPTY_POSITION] },
    impact: { type: 'delimited_term_freq', delimiter: IMPACT_SEPARATOR },
  },
  analyzer: {
    placed: { type: 'custom', tokenizer: 'split', filter: ['variants', 'holes'] },
    phrase: { type: 'custom', tokenizer: 'split', filter: ['holes'] },
    weighed: { type: 'custom', tokenizer: 'split', filter: ['impact'] },
  },
}

/** Tries what the analysis needs: two words, one with a frequency of its own. */
export const ANALYSIS_PROBE = {
  tokenizer: analysis.tokenizer.split,
  filter: [analysis.filter.holes, analysis.filter.impact],
  text: `graph${IMPACT_SEPARATOR}7${TOKEN_SEPARATOR}${EMPTY_POSITION}${TOKEN_SEPARATOR}network`,
}

const placedField = {
  ...{ type: 'text', analyzer: 'placed', search_analyzer: 'phrase', similarity: 'count' },
  ...{ norms: false, index_options: 'positions' },
}
const listedField = { type: 'text', analyzer: 'phrase', norms: false, index_options: 'docs' }
const keywordField = { type: 'keyword' }
const numberField = (type: string) => ({ type })

const properties = {
  seq: numberField('long'),
  /** Every term of the record, wherever it stands, with what it weighs there. */
  terms: {
    ...{ type: 'text', analyzer: 'weighed', search_analyzer: 'phrase', similarity: 'impacts' },
    ...{ norms: false, index_options: 'freqs' },
  },
  title: placedField,
  /** Places in it, by language where it is in two. */
  title_lengths: numberField('integer'),
  abstract: placedField,
  keyword: placedField,
  /** Words of the names of people and of the source. */
  names: listedField,
  first_author: listedField,
  corresponding: listedField,
  author: keywordField,
  keywords: keywordField,
  source: keywordField,
  subject: keywordField,
  language: keywordField,
  year: numberField('short'),
  type: numberField('byte'),
  degree: numberField('byte'),
  oa: { type: 'boolean' },
  date: numberField('integer'),
  cited: numberField('long'),
  /** Words as they are written, to be listed. */
  words: { type: 'keyword', index: false },
  /** How values are written where it is not as they are compared. */
  labels: { type: 'keyword', index: false, doc_values: false, store: true },
}
