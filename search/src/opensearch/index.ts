/** The engine over a shared OpenSearch; see docs/decisions/0061. */
import type { PassageEngine, SearchEngine } from '../engine.ts'
import { type SchemaName, schemaNamed } from '../index/schema.ts'
import { engineOver, passagesOver } from '../open-engine.ts'
import type { IndexState } from '../planning/term-index.ts'
import type { Vocabulary } from '../planning/vocabulary.ts'
import { createClient, type OpenSearchPlace, OpenSearchRefused, SearchUnavailable } from './client.ts'
import type { Names } from './index-names.ts'
import { SATURATION } from './mapping.ts'
import { openSharedIndex, type SharedTermIndex } from './term-index.ts'

export { type OpenSearchPlace, OpenSearchRefused, SearchUnavailable }

export interface SharedOptions extends OpenSearchPlace {
  /** What the names of all indexes begin with. */
  prefix: string
  /** Of an index that is made; what is there stays as it is. */
  shards: number
  replicas: number
  vocabulary?: () => Promise<Vocabulary>
}

/** What an engine can do besides whose index several processes share. */
export interface Shared<Engine> {
  engine: Engine
  /** Asks how the index stands: another process may feed it. */
  refresh: () => Promise<IndexState>
  /** The same engine over an empty index of its own, which nobody asks until it takes the place of this one. */
  beside: () => Promise<{ engine: Engine; takePlace: () => Promise<void> }>
  close: () => void
}

export const openSharedPapers = (options: SharedOptions): Promise<Shared<SearchEngine>> =>
  openShared('papers', options, engineOver)

export const openSharedPassages = (options: SharedOptions): Promise<Shared<PassageEngine>> =>
  openShared('passages', options, passagesOver)

async function openShared<Engine>(
  kind: SchemaName,
  { prefix, shards, replicas, vocabulary, ...place }: SharedOptions,
  over: (index: SharedTermIndex, vocabulary?: () => Promise<Vocabulary>) => Engine,
): Promise<Shared<Engine>> {
  const client = createClient(place)
  const names: Names = {
    alias: `${prefix}-${kind}`,
    progress: `${prefix}-progress`,
    schema: schemaNamed(kind),
    size: { shards, replicas },
  }
  const unit = unitOf(await versionOf(place))
  const index = await openSharedIndex(client, names, unit)
  return {
    engine: over(index, vocabulary),
    refresh: index.refresh,
    async beside() {
      const other = await index.beside()
      return { engine: over({ ...index, ...other }, vocabulary), takePlace: other.takePlace }
    },
    close: client.end,
  }
}

/** Before version 3 BM25 kept the factor k1 + 1, by which nothing is ranked otherwise. */
const unitOf = (version: string) => (Number.parseInt(version, 10) < 3 ? SATURATION + 1 : 1)

/** The version of the OpenSearch at a place. */
export async function versionOf(place: OpenSearchPlace): Promise<string> {
  const client = createClient(place)
  try {
    const { version } = await client.ask<{ version: { number: string } }>('GET', '/')
    return version.number
  } finally {
    client.end()
  }
}
