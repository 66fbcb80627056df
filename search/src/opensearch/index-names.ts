import { type IndexSchema, schemaVersion } from '../index/schema.ts'
import { isMissing, type OpenSearchClient, OpenSearchRefused } from './client.ts'
import { type IndexSize, indexBody, MAPPING_FORMAT } from './mapping.ts'

/** The indexes of one kind: an alias that is asked, and the generation behind it that is written. */
export interface IndexNames {
  alias: string
  /** Where it says up to which change each generation is. */
  progress: string
  schema: IndexSchema
  size: IndexSize
}

interface Generation {
  aliases?: Record<string, object>
  mappings?: { _meta?: { schema?: string; format?: number; beside?: boolean } }
  settings?: { index?: { creation_date?: string; number_of_shards?: string } }
}

const DAY_MS = 86_400_000

/**
 * The generation that is behind the alias, one of another schema left aside; a new one where there is none. Several
 * processes that begin together come to the same one.
 */
export async function findCurrentGeneration(client: OpenSearchClient, names: IndexNames): Promise<string> {
  const { alias, schema } = names
  const all = await listGenerations(client, names)
  const ours = Object.keys(all).filter((name) => isOwnGeneration(all[name], schema))
  const current = ours.find((name) => all[name]?.aliases?.[alias])
  if (current) return current
  const isAsked = Object.values(all).some(({ aliases }) => aliases?.[alias])
  const begun = ours.find((name) => all[name]?.mappings?._meta?.beside === false)
  const made = begun ?? nextName(names, all)
  const body = indexBody(schemaVersion(schema), names.size, false)
  // Where nobody asks another one, index and alias come in one step.
  await createIfMissing(client, made, isAsked ? body : { ...body, aliases: { [alias]: {} } })
  if (isAsked || begun) await moveAlias(client, names, made)
  return made
}

/** A new generation beside those that there are. */
export async function createGeneration(client: OpenSearchClient, names: IndexNames): Promise<string> {
  const name = nextName(names, await listGenerations(client, names))
  await createIfMissing(client, name, indexBody(schemaVersion(names.schema), names.size, true))
  return name
}

function nextName({ alias }: IndexNames, all: Record<string, Generation>): string {
  const numbers = Object.keys(all).map((name) => Number(name.slice(`${alias}-g`.length)) || 0)
  return `${alias}-g${Math.max(0, ...numbers) + 1}`
}

const isOwnGeneration = (generation: Generation | undefined, schema: IndexSchema): boolean => {
  const meta = generation?.mappings?._meta
  return meta?.schema === schemaVersion(schema) && meta?.format === MAPPING_FORMAT
}

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

const CREATE_TIMEOUT_MS = 60_000

/** Searches ask this generation from now on. The one before is kept for a day: the way back is to move the alias. */
export async function moveAlias(client: OpenSearchClient, names: IndexNames, to: string): Promise<void> {
  const { alias } = names
  const all = await listGenerations(client, names)
  const others = Object.keys(all).filter((name) => name !== to)
  const behind = others.filter((name) => all[name]?.aliases?.[alias])
  const actions = [{ add: { index: to, alias } }, ...behind.map((index) => ({ remove: { index, alias } }))]
  await client.ask('POST', '/_aliases', { actions }, CREATE_TIMEOUT_MS)
  const isOld = (name: string) =>
    Number(all[name]?.settings?.index?.creation_date ?? Date.now()) < Date.now() - DAY_MS
  for (const name of others.filter((each) => !behind.includes(each) && isOld(each)))
    await client.ask('DELETE', `/${name}?ignore_unavailable=true`, undefined, CREATE_TIMEOUT_MS)
}

/** Where it is said how far each generation is, and who feeds. */
export async function createProgressIndex(client: OpenSearchClient, { progress }: IndexNames): Promise<void> {
  const settings = { index: { number_of_shards: 1, auto_expand_replicas: '0-1' } }
  await createIfMissing(client, progress, { settings, mappings: { dynamic: false } })
}

export const progressDocument = ({ progress }: IndexNames, name: string) => `/${progress}/_doc/${name}`

/** Another process may make the same at the same time. */
async function createIfMissing(client: OpenSearchClient, name: string, body: object): Promise<void> {
  try {
    await client.ask('PUT', `/${name}?wait_for_active_shards=1`, body, CREATE_TIMEOUT_MS)
  } catch (error) {
    if (!(error instanceof OpenSearchRefused && error.type === 'resource_already_exists_exception'))
      throw error
  }
}

/** How a generation stands. */
export interface GenerationState {
  papers: number
  change: number
  segments: number
  bytes: number
}

interface IndexStats {
  _all: {
    /** Nothing where no shard has begun. */
    primaries: { docs?: { count: number }; store?: { size_in_bytes: number }; segments?: { count: number } }
  }
}

/** Waits until an index that has just been made can be asked. */
export async function awaitGeneration(client: OpenSearchClient, generation: string): Promise<void> {
  const path = `/_cluster/health/${generation}?wait_for_status=yellow&timeout=30s`
  await client.ask('GET', path, undefined, CREATE_TIMEOUT_MS)
}

export async function readGenerationState(
  client: OpenSearchClient,
  names: IndexNames,
  generation: string,
): Promise<GenerationState> {
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

/** Where two processes feed for a moment, the one that is behind takes nothing back. */
const FORWARD_ONLY_SCRIPT =
  'if (ctx._source.change < params.change) ctx._source.change = params.change; else ctx.op = "none"'
const MAX_NOTE_TRIES = 8

/** Notes that everything up to a change is in a generation. */
export async function noteChange(
  client: OpenSearchClient,
  names: IndexNames,
  generation: string,
  change: number,
): Promise<void> {
  const path = `/${names.progress}/_update/${generation}?retry_on_conflict=${MAX_NOTE_TRIES}`
  const script = { lang: 'painless', source: FORWARD_ONLY_SCRIPT, params: { change } }
  await client.ask('POST', path, { script, upsert: { change } }, CREATE_TIMEOUT_MS)
}
