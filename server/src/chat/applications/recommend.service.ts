import type { api, OutputOf } from '@scinav/contract'
import { disciplineName } from '../../library/dictionaries/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import { getPreferences } from '../../search/subscriptions/index.ts'
import type { ApplicationDefinition } from './application-shape.ts'
import { allApplications, createApplicationView, findMarkedIds } from './applications.ts'
import * as uses from './use.store.ts'

type ToolRecommendations = OutputOf<typeof api.tools.recommended>

/** Maximum number of applications that are recommended. */
const MAX_RECOMMENDATIONS = 6
const DAY_MS = 24 * 60 * 60_000
/** Age of the oldest use that counts: by the caller, and by everybody for popularity. */
const OWN_USE_DAYS = 90
const POPULARITY_DAYS = 30
/** Minimum number of users of a popular application; with fewer, individuals could be identified. */
const MIN_PEOPLE = 3
/** Number of digits that name a group of disciplines in a discipline code. */
const GROUP_CODE_CHARS = 2
/** Weights of the kinds of signal. */
const WEIGHTS = { used: 4, discipline: 3, popular: 2, home: 1 }
/** Positions of an application in a list, the most used first, that make up one unit of weight. */
const POSITIONS_PER_UNIT = 100
const CACHE_TTL_MS = 10 * 60_000

/** A reason to recommend an application, with its weight. */
interface RecommendationSignal {
  weight: number
  reason: string
}

/**
 * Recommends applications that the caller has not marked and that are available: by the caller's disciplines and use,
 * and by use of at least three users. Applications of the home screen fill the rest of the list.
 */
export async function recommendTools(ctx: Context): Promise<ToolRecommendations> {
  const marked = await findMarkedIds(ctx)
  const signalsOf = await loadSignals(ctx)
  const unmarked = allApplications().filter((each) => each.listed && !marked.has(each.id))
  const view = await createApplicationView(ctx)
  const candidates = unmarked
    .map((definition) => ({ application: view(definition), signals: signalsOf(definition) }))
    .filter(({ application, signals }) => !application.model_missing && signals.length > 0)
  const total = ({ signals }: { signals: RecommendationSignal[] }) =>
    signals.reduce((sum, { weight }) => sum + weight, 0)
  const best = candidates.toSorted((one, other) => total(other) - total(one)).slice(0, MAX_RECOMMENDATIONS)
  return best.map(({ application, signals: [strongest] }) => ({
    ...application,
    reason: strongest?.reason ?? '',
  }))
}

/**
 * Loads the data for recommendations once, and returns a function that lists the signals of an application, strongest
 * first.
 */
async function loadSignals(ctx: Context): Promise<(each: ApplicationDefinition) => RecommendationSignal[]> {
  const { subject_codes } = await getPreferences(ctx)
  const groups = new Set(subject_codes.map((code) => code.slice(0, GROUP_CODE_CHARS)))
  const used = await uses.listByUser(ctx.db, ctx.actor.id, daysAgo(ctx, OWN_USE_DAYS))
  const popular = await listPopularTools(ctx)
  const byPosition = (weight: number, ids: string[], id: string) =>
    weight - ids.indexOf(id) / POSITIONS_PER_UNIT
  return (each) => {
    const group = each.disciplines.find((code) => groups.has(code))
    const signals = [
      used.includes(each.id) && { weight: byPosition(WEIGHTS.used, used, each.id), reason: '您最近用过' },
      group !== undefined && {
        weight: WEIGHTS.discipline,
        reason: `适合您关注的${disciplineName(group) ?? group}`,
      },
      popular.includes(each.id) && {
        weight: byPosition(WEIGHTS.popular, popular, each.id),
        reason: '近期较多人使用',
      },
      each.index_flag && { weight: WEIGHTS.home, reason: '常用的入门应用' },
    ]
    return signals.filter((signal) => signal !== false)
  }
}

const daysAgo = (ctx: BaseContext, days: number) =>
  new Date(ctx.now().getTime() - days * DAY_MS).toISOString()

/** Ids of the popular applications. Popularity changes slowly, so it is cached. */
const popularCache = createCache<object, string[]>(CACHE_TTL_MS)

/** Returns the ids of the applications that at least `MIN_PEOPLE` users marked or used, the most popular first. */
function listPopularTools(ctx: Context): Promise<string[]> {
  return popularCache.get(ctx.providers, ctx.now(), () =>
    uses.listPopular(ctx.db, daysAgo(ctx, POPULARITY_DAYS), MIN_PEOPLE),
  )
}
