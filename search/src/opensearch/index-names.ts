import { type IndexSchema, schemaVersion } from '../index/schema.ts'
import { type Client, isMissing, OpenSearchRefused } from './client.ts'
import { FORMAT, indexBody, type Size } from './mapping.ts'

/** The indexes of one kind: an alias that is asked, and the generation behind it that is written. */
export interface Names {
  alias: string
  /** Where it says up to which change each generation is. */
  progress: string
  schema: IndexSchema
  size: Size
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
export async function currentGeneration(client: Client, names: Names): Promise<string> {
  const { alias, schema } = names
  const all = await generations(client, names)
  const ours = Object.keys(all).filter((name) => isOurs(all[name], schema))
  const current = ours.find((name) => all[name]?.aliases?.[alias])
  if (current) return current
  const isAsked = Object.values(all).some(({ aliases }) => aliases?.[alias])
  const begun = ours.find((name) => all[name]?.mappings?._meta?.beside === false)
  const made = begun ?? nextName(names, all)
  const body = indexBody(schemaVersion(schema), names.size, false)
  // Where nobody asks another one, index and alias come in one step.
  await makeUnlessThere(client, made, isAsked ? body : { ...body, aliases: { [alias]: {} } })
  if (isAsked || begun) await moveAlias(client, names, made)
  return made
}

/** A new generation beside those that there are. */
export async function nextGeneration(client: Client, names: Names): Promise<string> {
  const name = nextName(names, await generations(client, names))
  await makeUnlessThere(client, name, indexBody(schemaVersion(names.schema), names.size, true))
  return name
}

function nextName({ alias }: Names, all: Record<string, Generation>): string {
  const numbers = Object.keys(all).map((name) => Number(name.slice(`${alias}-g`.length)) || 0)
  return `${alias}-g${Math.max(0, ...numbers) + 1}`
}

const isOurs = (generation: Generation | undefined, schema: IndexSchema): boolean => {
  const meta = generation?.mappings?._meta
  return meta?.schema === schemaVersion(schema) && meta?.format === FORMAT
}

async function generations(client: Client, { alias }: Names): Promise<Record<string, Generation>> {
  try {
    return await client.ask('GET', `/${alias}-g*?allow_no_indices=true`)
  } catch (error) {
    if (isMissing(error)) return {}
    throw error
  }
}

const MAKING_MS = 60_000

/** Searches ask this generation from now on. The one before is kept for a day: the way back is to move the alias. */
export async function moveAlias(client: Client, names: Names, to: string): Promise<void> {
  const { alias } = names
  const all = await generations(client, names)
  const others = Object.keys(all).filter((name) => name !== to)
  const behind = others.filter((name) => all[name]?.aliases?.[alias])
  const actions = [{ add: { index: to, alias } }, ...behind.map((index) => ({ remove: { index, alias } }))]
  await client.ask('POST', '/_aliases', { actions }, MAKING_MS)
  const isOld = (name: string) =>
    Number(all[name]?.settings?.index?.creation_date ?? Date.now()) < Date.now() - DAY_MS
  for (const name of others.filter((each) => !behind.includes(each) && isOld(each)))
    await client.ask('DELETE', `/${name}?ignore_unavailable=true`, undefined, MAKING_MS)
}

/** Where it is said how far each generation is, and who feeds. */
export async function makeProgress(client: Client, { progress }: Names): Promise<void> {
  const settings = { index: { number_of_shards: 1, auto_expand_replicas: '0-1' } }
  await makeUnlessThere(client, progress, { settings, mappings: { dynamic: false } })
}

export const progressDocument = ({ progress }: Names, name: string) => `/${progress}/_doc/${name}`

/** Another process may make the same at the same time. */
async function makeUnlessThere(client: Client, name: string, body: object): Promise<void> {
  try {
    await client.ask('PUT', `/${name}?wait_for_active_shards=1`, body, MAKING_MS)
  } catch (error) {
    if (!(error instanceof OpenSearchRefused && error.type === 'resource_already_exists_exception'))
      throw error
  }
}

/** How a generation stands. */
export interface Standing {
  papers: number
  change: number
  segments: number
  bytes: number
}

interface Stats {
  _all: {
    /** Nothing where no shard has begun. */
    primaries: { docs?: { count: number }; store?: { size_in_bytes: number }; segments?: { count: number } }
  }
}

/** Waits until an index that has just been made can be asked. */
export async function awaitGeneration(client: Client, generation: string): Promise<void> {
  const path = `/_cluster/health/${generation}?wait_for_status=yellow&timeout=30s`
  await client.ask('GET', path, undefined, MAKING_MS)
}

export async function standingOf(client: Client, names: Names, generation: string): Promise<Standing> {
  const [stats, change] = await Promise.all([
    client.ask<Stats>('GET', `/${generation}/_stats/docs,store,segments`),
    changeOf(client, names, generation),
  ])
  const { docs, store, segments } = stats._all.primaries
  return {
    papers: docs?.count ?? 0,
    change,
    segments: segments?.count ?? 0,
    bytes: store?.size_in_bytes ?? 0,
  }
}

async function changeOf(client: Client, names: Names, generation: string): Promise<number> {
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
const ONLY_ON =
  'if (ctx._source.change < params.change) ctx._source.change = params.change; else ctx.op = "none"'
const NOTE_TRIES = 8

/** Notes that everything up to a change is in a generation. */
export async function noteChange(
  client: Client,
  names: Names,
  generation: string,
  change: number,
): Promise<void> {
  const path = `/${names.progress}/_update/${generation}?retry_on_conflict=${NOTE_TRIES}`
  const script = { lang: 'painless', source: ONLY_ON, params: { change } }
  await client.ask('POST', path, { script, upsert: { change } }, MAKING_MS)
}
