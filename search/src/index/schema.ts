import { blankWork, readWork, type Work } from '@scinav/contract'

/** What an index keeps of one record, whatever it is: three texts, names, codes, values and numbers. */
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
  /** Whether who writes its title means the record: a heading is the name of none of its passages. */
  called?: boolean
  /** Whether its keywords are words alone and no facet, as the headings over a passage. */
  untagged?: boolean
}

/**
 * What words weigh by their field. BM25F: each field's frequency is divided by its own length norm, weighted, added, and
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
 * `b` 0–1: how much a long text counts against its words. `usual` is the length that counts as usual, in words (of Chinese,
 * characters). It takes the place of BM25's mean length: the mean of a segment would weigh a paper by what arrived with it,
 * and that of the library would change every weight with every import (docs/adr/0014).
 */
export interface TextWeight {
  weight: number
  b: number
  usual: number
  /** The same for words of Chinese, where they are weighed by the text's length. */
  usual_chinese?: number
}

/** How stored records become what an index keeps. Threads know it by its name. */
export interface IndexSchema {
  name: SchemaName
  /** Grows when the same records would be indexed otherwise: the index is then built again. */
  version: number
  /** From the JSON of a change. */
  read: (record: string) => IndexRecord
  weights: FieldWeights
}

export type SchemaName = 'papers' | 'passages'

/** Works of literature as the contract has them. */
const papersSchema: IndexSchema = {
  name: 'papers',
  version: 3,
  read: (record) => Object.assign(readWork(record), { called: true }),
  weights: {
    k1: 2.3,
    title: { weight: 2.5, b: 0.5, usual: 10, usual_chinese: 18 },
    abstract: { weight: 1, b: 0.85, usual: 150 },
    keyword: { weight: 2, b: 0.4, usual: 10 },
    author: 1.2,
    source: 0.6,
  },
}

/** A passage of a document, as JSON in a change. */
export interface PassageRecord {
  dataset_id: string
  document_id: string
  /** The headings it stands under, the outermost first; phrases cross none of them. */
  headings: string[]
  text: string
  /** BCP 47, as `zh` or `en`. */
  language: string | null
}

/** What a passage may be filtered by stands among the values of its one list, each kind with its own beginning. */
export const passageValues = {
  dataset: (id: string) => `dataset:${id}`,
  document: (id: string) => `document:${id}`,
}

/**
 * Passages have about one length, so that norms tell little: `b` is low. A word of a heading says what the whole section is
 * about, but the passage that says it itself stands before.
 */
const passagesSchema: IndexSchema = {
  name: 'passages',
  version: 1,
  read: readPassage,
  weights: {
    k1: 1.2,
    title: { weight: 0.8, b: 0.3, usual: 5 },
    abstract: { weight: 1, b: 0.4, usual: 150 },
    keyword: { weight: 0.8, b: 0.3, usual: 10 },
    author: 0,
    source: 0,
  },
}

const SCHEMAS: Record<SchemaName, IndexSchema> = { papers: papersSchema, passages: passagesSchema }

export const schemaNamed = (name: SchemaName): IndexSchema => SCHEMAS[name]

/** How the index of a schema names itself in its files. */
export const schemaVersion = ({ name, version }: IndexSchema) => `${name} ${version}`

/** The product wrote it for this index alone. */
function readPassage(record: string): IndexRecord {
  const { dataset_id, document_id, headings, text, language }: PassageRecord = JSON.parse(record)
  return {
    // The last heading is the nearest; the others stand as keywords, which are texts apart from each other.
    ...blankWork(headings.at(-1) ?? '', 0),
    keywords: headings.slice(0, -1),
    untagged: true,
    abstract: text,
    language,
    subject_codes: [passageValues.dataset(dataset_id), passageValues.document(document_id)],
  }
}
