import type { IndexState } from '../planning/term-index.ts'
import type { OpenSearchClient } from './client.ts'
import type { TermCounts } from './frequencies.ts'
import type { SearchTarget } from './searches.ts'
import type { NamedTables } from './values.ts'

/** An index in OpenSearch with the lookups that a search needs. */
export interface OpenedIndex {
  client: OpenSearchClient
  target: SearchTarget
  /** Factor by which the cluster multiplies BM25 scores, see `readScoreUnit`. */
  unit: number
  /** Numbers of values in this process, by table. */
  tables: NamedTables
  /** Document frequencies. */
  counts: TermCounts
  state: () => IndexState
}
