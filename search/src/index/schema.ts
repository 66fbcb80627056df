import { blankWork, readWork, type Work } from '@scinav/contract/stored-works'

/** The data that an index stores of a record of any kind: texts, names, codes, values and numbers. */
export type IndexRecord = Pick<
  Work,
  | 'title'
  | 'title_zh'
  | 'abstract'
  | 'abstract_zh'
  | 'keywords'
  | 'creators'
  | 'basic_sourcename'
  | 'publish_date'
  | 'resource_type'
  | 'citation_count'
  | 'is_oa'
  | 'degree'
  | 'language'
  | 'subject_codes'
  | 'funds'
  | 'clc_codes'
  | 'doi'
  | 'issn'
  | 'isbn'
  | 'external_ids'
> & {
  /** Whether the record is named by its title: a heading does not name any of its passages. */
  named_by_title?: boolean
  /** Whether its keywords are headings: they are searched, but are no values of the keyword facet. */
  keywords_are_headings?: boolean
}

/**
 * Weights of words by field. BM25F: each field's frequency is divided by its own length norm, weighted, summed, and
 * then saturated once by `k1` (Robertson, Zaragoza and Taylor 2004). Authors and source have no length norm.
 */
export interface FieldWeights {
  k1: number
  title: TextWeight
  abstract: TextWeight
  keyword: TextWeight
  author: number
  source: number
}

/**
 * Weight of a text field. The reference length replaces BM25's mean length: the mean of a segment would weight a paper
 * by the papers that arrived with it, and the mean of the library would change all weights with every import
 * (docs/adr/0014).
 */
export interface TextWeight {
  weight: number
  /** Strength of the length norm, from 0 (none) to 1. */
  b: number
  /** Reference length, in words of a Latin text. */
  usual_length: number
  /** Reference length for Chinese words of a title, in characters; `usual_length` by default. */
  usual_chinese_length?: number
}

/** How the records of one kind are indexed. Threads refer to it by name. */
export interface IndexSchema {
  name: SchemaName
  /** Incremented when the same records would be indexed differently: the index is then built anew. */
  version: number
  /** Reads a record from the JSON of a change. */
  read: (record: string) => IndexRecord
  weights: FieldWeights
}

/** Kinds of records that an index can hold. */
export type SchemaName = 'papers' | 'passages'

/** Schema of works of literature as defined in the contract. */
const papersSchema: IndexSchema = {
  name: 'papers',
  version: 3,
  read: (record) => Object.assign(readWork(record), { named_by_title: true }),
  weights: {
    k1: 2.3,
    title: { weight: 2.5, b: 0.5, usual_length: 10, usual_chinese_length: 18 },
    abstract: { weight: 1, b: 0.85, usual_length: 150 },
    keyword: { weight: 2, b: 0.4, usual_length: 10 },
    author: 1.2,
    source: 0.6,
  },
}

/** A passage of a document, sent as JSON in a change. */
export interface PassageRecord {
  dataset_id: string
  document_id: string
  /** The enclosing headings, the outermost first; phrases do not span two of them. */
  headings: string[]
  text: string
  /** BCP 47 language tag, such as `zh` or `en`. */
  language: string | null
}

/** Filterable attributes of a passage, stored in `subject_codes` with a prefix per attribute. */
export const passageValues = {
  dataset: (id: string) => `dataset:${id}`,
  document: (id: string) => `document:${id}`,
}

/**
 * Schema of passages. Their lengths are similar, so length norms say little and `b` is low. A word of a heading
 * describes the whole section, but a passage that contains the word itself ranks higher.
 */
const passagesSchema: IndexSchema = {
  name: 'passages',
  version: 1,
  read: readPassage,
  weights: {
    k1: 1.2,
    title: { weight: 0.8, b: 0.3, usual_length: 5 },
    abstract: { weight: 1, b: 0.4, usual_length: 150 },
    keyword: { weight: 0.8, b: 0.3, usual_length: 10 },
    author: 0,
    source: 0,
  },
}

const SCHEMAS: Record<SchemaName, IndexSchema> = { papers: papersSchema, passages: passagesSchema }

/** Returns the schema of a name. */
export const schemaNamed = (name: SchemaName): IndexSchema => SCHEMAS[name]

/** Returns the name and version of a schema, as recorded in the files of its index. */
export const schemaVersion = ({ name, version }: IndexSchema) => `${name} ${version}`

/** Reads a passage; the record is trusted because the product wrote it for this index. */
function readPassage(record: string): IndexRecord {
  const { dataset_id, document_id, headings, text, language }: PassageRecord = JSON.parse(record)
  return {
    // The last heading is the nearest; the others become keywords, which are separate texts.
    ...blankWork(headings.at(-1) ?? '', 0),
    keywords: headings.slice(0, -1),
    keywords_are_headings: true,
    abstract: text,
    language,
    subject_codes: [passageValues.dataset(dataset_id), passageValues.document(document_id)],
  }
}
