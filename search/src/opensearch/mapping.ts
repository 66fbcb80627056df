import { MAX_IMPACT } from '../index/layout.ts'

/** Separates the tokens of a text; does not occur in texts. */
export const TOKEN_SEPARATOR = '\u001f'
/** Separates terms at one position; `encodeTerm` replaces it, like the other separators, within terms. */
export const VARIANT_SEPARATOR = '‖'
/** Token of a position without a term. */
export const EMPTY_POSITION = '\u001d'
/** Separates a term from its impact. */
export const IMPACT_SEPARATOR = '\u001e'

/** Text fields whose terms have positions, in the order of their mask bits. */
export const TEXT_FIELD_NAMES = ['title', 'abstract', 'keyword'] as const
/** The name of a text field. */
export type TextField = (typeof TEXT_FIELD_NAMES)[number]

/**
 * `k1` of the BM25 similarity that stores impacts. An impact i of 0–255 is indexed as the frequency f for which BM25
 * without length normalization, f / (k1 + f), yields i / 255; hence f = k1 · i / (255 − i).
 */
export const SATURATION = 510
/** Stands for the frequency of an impact of 255, which would be infinite. */
const MAX_FREQUENCY = SATURATION * 500

/** Returns the term frequency that encodes an impact: at least 1, and `MAX_FREQUENCY` for `MAX_IMPACT`. */
export const impactFrequency = (impact: number): number =>
  impact >= MAX_IMPACT
    ? MAX_FREQUENCY
    : Math.max(1, Math.round((SATURATION * impact) / (MAX_IMPACT - impact)))

/** Version of the index layout; `_meta` of the mapping records it together with the schema. */
export const MAPPING_FORMAT = 3

/** Number of primary shards and replicas of an index. */
export interface IndexSize {
  shards: number
  replicas: number
}

/**
 * Returns the settings and mappings of an index.
 *
 * @param schema version of the records, see `schemaVersion`.
 * @param isReplacement whether it is built while another one is searched, which it later replaces; `_meta` records it
 * as `beside`.
 */
export const indexBody = (schema: string, { shards, replicas }: IndexSize, isReplacement: boolean) => ({
  settings: {
    index: {
      number_of_shards: shards,
      number_of_replicas: replicas,
      /**
       * Indexing requests a refresh when no more changes follow; refreshing each second would create many small
       * segments that have to be merged again.
       */
      refresh_interval: '30s',
      max_result_window: 10_000,
      max_terms_count: 100_000,
      /** A wildcard for any letter takes some 1,200 characters: see pattern.ts. */
      max_regex_length: 30_000,
      'query.default_field': 'none',
    },
    similarity: {
      impacts: { type: 'BM25', k1: SATURATION, b: 0 },
      /** Scores by the number of occurrences; used for words near each other. */
      count: { type: 'scripted', script: { source: 'return query.boost * doc.freq;' } },
    },
    analysis,
  },
  mappings: {
    dynamic: 'strict',
    _source: { enabled: false },
    _meta: { schema, format: MAPPING_FORMAT, beside: isReplacement },
    properties,
  },
})

/**
 * How texts of tokens are split: `placed` with all terms of a position, `phrase` with a single one, `weighed` with
 * impacts. The names are part of the settings of existing indexes.
 */
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

/**
 * Body of an `_analyze` request that tests the features the analysis needs: two words, one with a frequency of its own.
 */
export const ANALYSIS_PROBE = {
  tokenizer: analysis.tokenizer.split,
  filter: [analysis.filter.holes, analysis.filter.impact],
  text: `graph${IMPACT_SEPARATOR}7${TOKEN_SEPARATOR}${EMPTY_POSITION}${TOKEN_SEPARATOR}network`,
}

/** Number of tokens that the probe yields when the cluster supports the analysis. */
export const ANALYSIS_PROBE_TOKENS = 2

/** A text whose terms have positions, scored by their number of occurrences. */
const placedField = {
  type: 'text',
  analyzer: 'placed',
  search_analyzer: 'phrase',
  similarity: 'count',
  norms: false,
  index_options: 'positions',
}
/** Terms of which only the presence matters. */
const listedField = { type: 'text', analyzer: 'phrase', norms: false, index_options: 'docs' }
/** A field that is matched as a whole. */
const keywordField = { type: 'keyword' }
/** Returns a field of a numeric type. */
const numberField = (type: string) => ({ type })

/** Fields of a stored record, see `StoredRecord`. */
const properties = {
  seq: numberField('long'),
  /** Every term of the record in any field, with its impact. */
  terms: {
    type: 'text',
    analyzer: 'weighed',
    search_analyzer: 'phrase',
    similarity: 'impacts',
    norms: false,
    index_options: 'freqs',
  },
  title: placedField,
  /** Lengths of the title in positions, one per language when it is in two. */
  title_lengths: numberField('integer'),
  abstract: placedField,
  keyword: placedField,
  /** Words of person names and of the source name. */
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
  /** Words as written, for listing. */
  words: { type: 'keyword', index: false },
  /** Display labels of values whose label differs from the key. */
  labels: { type: 'keyword', index: false, doc_values: false, store: true },
}
