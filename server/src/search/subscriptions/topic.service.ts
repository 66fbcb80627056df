import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { curatedTopics } from '../../library/dictionaries/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { cachedByKey } from '../../platform/foundation/cached.ts'
import { countMatching, topicQuery } from './matching.ts'

type Topics = typeof api.preferences.topics
type Topic = (typeof curatedTopics)[number]

const MOST = 300
const OF_EACH = 2
const CACHE_MS = 10 * 60_000

/** Topics to follow: of one discipline, by keyword, or else a few of every discipline; the largest first. */
export async function listTopics(ctx: Context, input: ParsedInputOf<Topics>): Promise<OutputOf<Topics>> {
  const chosen = choose(input).slice(0, MOST)
  const counted = await Promise.all(
    chosen.map(async (topic) => ({ ...topic, count: await count(ctx, topic) })),
  )
  return counted.sort((one, other) => other.count - one.count)
}

function choose({ subject_code, keyword }: ParsedInputOf<Topics>): Topic[] {
  if (!subject_code && !keyword) return ofEach(OF_EACH)
  const word = keyword?.toLowerCase() ?? ''
  return curatedTopics.filter(
    (topic) =>
      topic.subject_code.startsWith(subject_code ?? '') &&
      (topic.name.toLowerCase().includes(word) || topic.name_en.toLowerCase().includes(word)),
  )
}

function ofEach(count: number): Topic[] {
  const byDiscipline = Map.groupBy(curatedTopics, (topic) => topic.subject_code)
  return [...byDiscipline.values()].flatMap((topics) => topics.slice(0, count))
}

/** Counts change slowly and a list asks for hundreds of them. */
const counted = new WeakMap<object, ReturnType<typeof cachedByKey<number>>>()

async function count(ctx: Context, { name, name_en }: Topic): Promise<number> {
  const counts = counted.get(ctx.providers) ?? cachedByKey<number>(curatedTopics.length, CACHE_MS)
  counted.set(ctx.providers, counts)
  const now = ctx.now().getTime()
  const known = counts.get(name, now)
  if (known !== undefined) return known
  const fresh = await countMatching(ctx, topicQuery([name, name_en]))
  counts.set(name, fresh, now)
  return fresh
}
