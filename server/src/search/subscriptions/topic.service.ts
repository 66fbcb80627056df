import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { curatedTopics } from '../../library/dictionaries/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { createKeyedCache } from '../../platform/foundation/cache.ts'
import { countMatching, topicQuery } from './matching.ts'

type Topics = typeof api.preferences.topics
type CuratedTopic = (typeof curatedTopics)[number]

const MAX_TOPICS = 300
/** Number of topics listed of each discipline when neither a discipline nor a keyword is given. */
const TOPICS_PER_DISCIPLINE = 2
const CACHE_TTL_MS = 10 * 60_000

/**
 * Lists topics to follow, at most `MAX_TOPICS`, with the number of papers on each; the largest first. They are those of
 * a discipline (or category) whose names contain the keyword, or without both a few of every discipline.
 */
export async function listTopics(ctx: Context, input: ParsedInputOf<Topics>): Promise<OutputOf<Topics>> {
  const selected = selectTopics(input).slice(0, MAX_TOPICS)
  const topics = await Promise.all(
    selected.map(async (topic) => ({ ...topic, count: await countPapers(ctx, topic) })),
  )
  return topics.sort((one, other) => other.count - one.count)
}

function selectTopics({ subject_code, keyword }: ParsedInputOf<Topics>): CuratedTopic[] {
  if (!subject_code && !keyword) return selectFromEach(TOPICS_PER_DISCIPLINE)
  const word = keyword?.toLowerCase() ?? ''
  return curatedTopics.filter(
    (topic) =>
      topic.subject_code.startsWith(subject_code ?? '') &&
      (topic.name.toLowerCase().includes(word) || topic.name_en.toLowerCase().includes(word)),
  )
}

function selectFromEach(count: number): CuratedTopic[] {
  const byDiscipline = Map.groupBy(curatedTopics, (topic) => topic.subject_code)
  return [...byDiscipline.values()].flatMap((topics) => topics.slice(0, count))
}

/** Paper counts of topics, cached because they change slowly and a list needs hundreds of them. */
const topicCounts = new WeakMap<object, ReturnType<typeof createKeyedCache<number>>>()

/** Counts the papers on a topic; the number may be as old as `CACHE_TTL_MS`. */
async function countPapers(ctx: Context, { name, name_en }: CuratedTopic): Promise<number> {
  const counts =
    topicCounts.get(ctx.providers) ?? createKeyedCache<number>(curatedTopics.length, CACHE_TTL_MS)
  topicCounts.set(ctx.providers, counts)
  const now = ctx.now().getTime()
  const known = counts.get(name, now)
  if (known !== undefined) return known
  const fresh = await countMatching(ctx, topicQuery([name, name_en]))
  counts.set(name, fresh, now)
  return fresh
}
