import type { IndexState } from '../planning/term-index.ts'
import type { OpenSearchClient } from './client.ts'
import type { TermCounts } from './frequencies.ts'
import type { NamedTables } from './values.ts'

/** An index in OpenSearch as a search knows it. */
export interface OpenedIndex {
  client: OpenSearchClient
  /** What is asked; `several`: whether it has several shards. */
  target: { index: string; several: boolean }
  /** What BM25 multiplies its scores with: before version 3 it kept the factor k1 + 1. */
  unit: number
  tables: NamedTables
  counts: TermCounts
  state: () => IndexState
}
