/** Public entry point of the engine over a shared OpenSearch cluster; see docs/adr/0033. */
import type { PassageEngine, SearchEngine } from '../engine.ts'
import { type SchemaName, schemaNamed } from '../index/schema.ts'
import { createPassageEngine, createSearchEngine } from '../open-engine.ts'
import type { IndexState } from '../planning/term-index.ts'
import type { Vocabulary } from '../planning/vocabulary.ts'
import { createClient, type OpenSearchClient, type OpenSearchConnection } from './client.ts'
import { createProgressIndex, type IndexNames, progressDocument } from './index-names.ts'
import { createLeadership } from './leader.ts'
import { SATURATION } from './mapping.ts'
import { OpenSearchRefused } from './request.ts'
import { openSharedIndex, type SharedTermIndex } from './term-index.ts'

export { type OpenSearchHealth, openSearchHealth } from './health.ts'
export { type OpenSearchConnection, OpenSearchRefused }

/** Connection and layout of the shared indexes. */
export interface SharedOptions extends OpenSearchConnection {
  /** Prefix of the names of all indexes. */
  prefix: string
  /** Number of primary shards, used when an index is created; an existing index keeps its settings. */
  shards: number
  /** Number of replicas of each shard, used likewise. */
  replicas: number
  /** Returns the vocabulary, anew for each search; by default it is empty. */
  vocabulary?: () => Promise<Vocabulary>
}

/** An engine over an index that several processes share. */
export interface SharedIndex<Engine> {
  engine: Engine
  /** Reads the state of the index, which another process may have changed. */
  refresh: () => Promise<IndexState>
  /** Creates the same engine over a new, empty index that is not searched until `activate` replaces this one by it. */
  createReplacement: () => Promise<{ engine: Engine; activate: () => Promise<void> }>
  /** Returns whether this process is the one that writes to the index now; it becomes that one when there is none. */
  leads: () => Promise<boolean>
}

/** Opens the shared engine over papers. */
export const openSharedPapers = (options: SharedOptions): Promise<SharedIndex<SearchEngine>> =>
  openShared('papers', options, createSearchEngine)

/** Opens the shared engine over passages. */
export const openSharedPassages = (options: SharedOptions): Promise<SharedIndex<PassageEngine>> =>
  openShared('passages', options, createPassageEngine)

/**
 * Opens the index of a kind that all processes share, and creates it when it does not exist. The engine's `close` gives
 * up the leadership and closes the connections; so does a failure to open the index.
 */
async function openShared<Engine>(
  kind: SchemaName,
  { prefix, shards, replicas, vocabulary, ...connection }: SharedOptions,
  createEngine: (index: SharedTermIndex, vocabulary?: () => Promise<Vocabulary>) => Engine,
): Promise<SharedIndex<Engine>> {
  const client = createClient(connection)
  const names: IndexNames = {
    alias: `${prefix}-${kind}`,
    progress: `${prefix}-progress`,
    schema: schemaNamed(kind),
    size: { shards, replicas },
  }
  try {
    await createProgressIndex(client, names)
    const index = await openSharedIndex(client, names, await readScoreUnit(client))
    const { leads, release } = createLeadership(client, progressDocument(names, `leader-${kind}`))
    const close = async () => {
      await release()
      client.end()
    }
    return {
      engine: createEngine({ ...index, close }, vocabulary),
      refresh: index.refresh,
      async createReplacement() {
        const replacement = await index.createReplacement()
        return { engine: createEngine(replacement.index, vocabulary), activate: replacement.activate }
      },
      leads,
    }
  } catch (error) {
    client.end()
    throw error
  }
}

/**
 * Returns the factor by which BM25 scores are multiplied: before version 3 OpenSearch kept the factor k1 + 1, which
 * does not affect the order.
 */
export async function readScoreUnit(client: OpenSearchClient): Promise<number> {
  const { version } = await client.ask<{ version: { number: string } }>('GET', '/')
  return Number.parseInt(version.number, 10) < 3 ? SATURATION + 1 : 1
}
