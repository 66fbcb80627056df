import { type IndexSchema, schemaVersion } from '../index/schema.ts'
import type { IndexState } from '../planning/term-index.ts'
import { isMissing, type OpenSearchClient } from './client.ts'
import { type IndexSize, indexBody, MAPPING_FORMAT } from './mapping.ts'
import { OpenSearchRefused } from './request.ts'

/**
 * Names of the indexes of one kind. An index is built anew as another generation (`ALIAS-g1`, `ALIAS-g2`, …) beside the
 * one that is searched.
 */
export interface IndexNames {
  /** The name that searches use, which OpenSearch maps to the current generation. */
  alias: string
  /** Index that stores up to which change each generation is complete. */
  progress: string
  schema: IndexSchema
  size: IndexSize
}

/** A generation, as OpenSearch describes it. `_meta` is written by `indexBody`. */
interface Generation {
  aliases?: Record<string, object>
  mappings?: { _meta?: { schema?: string; format?: number; beside?: boolean } }
  settings?: { index?: { creation_date?: string; number_of_shards?: string } }
}

/** Milliseconds of a day. */
const DAY_MS = 86_400_000

/**
 * Returns the generation behind the alias, ignoring generations of another schema; creates one when there is none.
 * Several processes that start together arrive at the same generation. Like all functions of this file that use the
 * client, it passes on the client's errors.
 */
export async function findCurrentGeneration(client: OpenSearchClient, names: IndexNames): Promise<string> {
  const { alias, schema } = names
  const generations = await listGenerations(client, names)
  const usable = Object.keys(generations).filter((name) => isUsable(generations[name], schema))
  const current = usable.find((name) => generations[name]?.aliases?.[alias])
  if (current) return current
  const isAliasTaken = Object.values(generations).some(({ aliases }) => aliases?.[alias])
  // Another process may have created the generation, but not moved the alias to it yet.
  const created = usable.find((name) => generations[name]?.mappings?._meta?.beside === false)
  const generation = created ?? nextName(names, generations)
  const body = indexBody(schemaVersion(schema), names.size, false)
  // When no other generation is being searched, index and alias are created in one step.
  await createIfMissing(client, generation, isAliasTaken ? body : { ...body, aliases: { [alias]: {} } })
  if (isAliasTaken || created) await moveAlias(client, names, generation)
  return generation
}

/** Creates a new generation, which is not searched until `moveAlias`, and returns its name. */
export async function createGeneration(client: OpenSearchClient, names: IndexNames): Promise<string> {
  const name = nextName(names, await listGenerations(client, names))
  await createIfMissing(client, name, indexBody(schemaVersion(names.schema), names.size, true))
  return name
}

/** Returns the name of a new generation: `ALIAS-g1`, `ALIAS-g2` and so on. */
function nextName({ alias }: IndexNames, generations: Record<string, Generation>): string {
  const numbers = Object.keys(generations).map((name) => Number(name.slice(`${alias}-g`.length)) || 0)
  return `${alias}-g${Math.max(0, ...numbers) + 1}`
}

/** Returns whether a generation has this schema and the current layout. */
const isUsable = (generation: Generation | undefined, schema: IndexSchema): boolean => {
  const meta = generation?.mappings?._meta
  return meta?.schema === schemaVersion(schema) && meta?.format === MAPPING_FORMAT
}

/** Returns all generations by name, {} when there are none. */
async function listGenerations(
  client: OpenSearchClient,
  { alias }: IndexNames,
): Promise<Record<string, Generation>> {
  try {
    return await client.ask('GET', `/${alias}-g*?allow_no_indices=true`)
  } catch (error) {
    if (isMissing(error)) return {}
    throw error
  }
}

/** Time limit of requests that create, move or delete indexes. */
const CREATE_TIMEOUT_MS = 60_000

/**
 * Points the alias to a generation. The previous one is kept, so that the alias can be moved back; other generations
 * are deleted when they are older than a day.
 */
export async function moveAlias(client: OpenSearchClient, names: IndexNames, to: string): Promise<void> {
  const { alias } = names
  const generations = await listGenerations(client, names)
  const others = Object.keys(generations).filter((name) => name !== to)
  const previous = others.filter((name) => generations[name]?.aliases?.[alias])
  const actions = [{ add: { index: to, alias } }, ...previous.map((index) => ({ remove: { index, alias } }))]
  await client.ask('POST', '/_aliases', { actions }, CREATE_TIMEOUT_MS)
  const isOld = (name: string) =>
    Number(generations[name]?.settings?.index?.creation_date ?? Date.now()) < Date.now() - DAY_MS
  for (const name of others.filter((other) => !previous.includes(other) && isOld(other)))
    await client.ask('DELETE', `/${name}?ignore_unavailable=true`, undefined, CREATE_TIMEOUT_MS)
}

/** Creates the index that stores the progress of each generation and which process is the leader. */
export async function createProgressIndex(client: OpenSearchClient, { progress }: IndexNames): Promise<void> {
  const settings = { index: { number_of_shards: 1, auto_expand_replicas: '0-1' } }
  await createIfMissing(client, progress, { settings, mappings: { dynamic: false } })
}

/** Returns the path of a document in the progress index. */
export const progressDocument = ({ progress }: IndexNames, name: string) => `/${progress}/_doc/${name}`

/** Creates an index and accepts that another process has created it at the same time. */
async function createIfMissing(client: OpenSearchClient, name: string, body: object): Promise<void> {
  try {
    await client.ask('PUT', `/${name}?wait_for_active_shards=1`, body, CREATE_TIMEOUT_MS)
  } catch (error) {
    if (!(error instanceof OpenSearchRefused && error.type === 'resource_already_exists_exception'))
      throw error
  }
}

/** Response of the statistics of one generation. */
interface IndexStats {
  _all: {
    /** Empty when no shard has started. */
    primaries: { docs?: { count: number }; store?: { size_in_bytes: number }; segments?: { count: number } }
  }
}

/** Waits until a newly created index can be searched, up to 30 seconds. */
export async function awaitGeneration(client: OpenSearchClient, generation: string): Promise<void> {
  const path = `/_cluster/health/${generation}?wait_for_status=yellow&timeout=30s`
  await client.ask('GET', path, undefined, CREATE_TIMEOUT_MS)
}

/** Reads the size and progress of a generation. */
export async function readGenerationState(
  client: OpenSearchClient,
  names: IndexNames,
  generation: string,
): Promise<IndexState> {
  const [stats, change] = await Promise.all([
    client.ask<IndexStats>('GET', `/${generation}/_stats/docs,store,segments`),
    readChange(client, names, generation),
  ])
  const { docs, store, segments } = stats._all.primaries
  return {
    papers: docs?.count ?? 0,
    change,
    segments: segments?.count ?? 0,
    bytes: store?.size_in_bytes ?? 0,
  }
}

/** Returns the change up to which a generation is complete; 0 when none is recorded. */
async function readChange(client: OpenSearchClient, names: IndexNames, generation: string): Promise<number> {
  try {
    const answer = await client.ask<{ _source?: { change: number } }>(
      'GET',
      progressDocument(names, generation),
    )
    return answer._source?.change ?? 0
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

/** Sets the change unless a later one is recorded: two processes may index at the same time for a moment. */
const FORWARD_ONLY_SCRIPT =
  'if (ctx._source.change < params.change) ctx._source.change = params.change; else ctx.op = "none"'
/** How often a change is repeated that another process has changed before it. */
const MAX_CONFLICT_RETRIES = 8

/** Records that a generation contains everything up to a change; a later change that is recorded stays. */
export async function recordChange(
  client: OpenSearchClient,
  names: IndexNames,
  generation: string,
  change: number,
): Promise<void> {
  const path = `/${names.progress}/_update/${generation}?retry_on_conflict=${MAX_CONFLICT_RETRIES}`
  const script = { lang: 'painless', source: FORWARD_ONLY_SCRIPT, params: { change } }
  await client.ask('POST', path, { script, upsert: { change } }, CREATE_TIMEOUT_MS)
}
