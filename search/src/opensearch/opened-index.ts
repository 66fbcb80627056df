import type { IndexState } from '../planning/term-index.ts'
import type { OpenSearchClient } from './client.ts'
import type { TermCounts } from './frequencies.ts'
import type { NamedTables } from './values.ts'

/** An index in OpenSearch with the lookups that a search needs. */
export interface OpenedIndex {
  client: OpenSearchClient
  /** Name of the index to search; `several`: whether it has several shards. */
  target: { index: string; several: boolean }
  /** Factor of BM25 scores: before version 3 OpenSearch kept the factor k1 + 1. */
  unit: number
  tables: NamedTables
  counts: TermCounts
  state: () => IndexState
}
