import type { api, OutputOf } from '@scinav/contract'
import { disciplineName } from '../../library/dictionaries/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import { cached } from '../../platform/foundation/cached.ts'
import { readPreferences } from '../../search/subscriptions/index.ts'
import type { Definition } from './application-files.ts'
import { allApplications, markedBy, viewerOf } from './applications.ts'
import * as uses from './use.store.ts'

type Recommended = OutputOf<typeof api.tools.recommended>

const MOST = 6
const DAY_MS = 24 * 60 * 60_000
const OWN_DAYS = 90
const COMMON_DAYS = 30
/** Fewer people could be told apart. */
const FEWEST_PEOPLE = 3
const CACHE_MS = 10 * 60_000

/** What speaks for an application: how much, and why in words. */
interface Signal {
  weight: number
  reason: string
}

/**
 * Applications for the caller that they did not mark and that work now: by their disciplines, by what they use, and by
 * what at least three people use. Where nothing speaks for enough of them, those of the home screen fill up.
 */
export async function recommendTools(ctx: Context): Promise<Recommended> {
  const marked = await markedBy(ctx)
  const signalsOf = await readSignals(ctx)
  const unmarked = allApplications().filter((each) => each.listed && !marked.has(each.id))
  const view = await viewerOf(ctx)
  const open = unmarked.map((each) => ({ each, shown: view(each) })).filter((one) => !one.shown.model_missing)
  const judged = open
    .map(({ each, shown }) => ({ shown, signals: signalsOf(each) }))
    .filter((one) => one.signals.length > 0)
  const total = ({ signals }: { signals: Signal[] }) => signals.reduce((sum, { weight }) => sum + weight, 0)
  const best = judged.toSorted((one, other) => total(other) - total(one)).slice(0, MOST)
  return best.map(({ shown, signals: [first] }) => ({ ...shown, reason: first?.reason ?? '' }))
}

/** Reads what is known once, and answers what speaks for each application, the strongest first. */
async function readSignals(ctx: Context): Promise<(each: Definition) => Signal[]> {
  const { subject_codes } = await readPreferences(ctx)
  const groups = new Set(subject_codes.map((code) => code.slice(0, 2)))
  const own = await uses.ofUser(ctx.db, ctx.actor.id, daysAgo(ctx, OWN_DAYS))
  const common = await popularTools(ctx)
  return (each) => {
    const group = each.disciplines.find((code) => groups.has(code))
    const signals = [
      own.includes(each.id) && { weight: 4 - own.indexOf(each.id) / 100, reason: '您最近用过' },
      group !== undefined && { weight: 3, reason: `适合您关注的${disciplineName(group) ?? group}` },
      common.includes(each.id) && { weight: 2 - common.indexOf(each.id) / 100, reason: '近期较多人使用' },
      each.index_flag && { weight: 1, reason: '常用的入门应用' },
    ]
    return signals.filter((signal) => signal !== false)
  }
}

const daysAgo = (ctx: BaseContext, days: number) =>
  new Date(ctx.now().getTime() - days * DAY_MS).toISOString()

/** What many use changes slowly. */
const popular = cached<object, string[]>(CACHE_MS)

function popularTools(ctx: Context): Promise<string[]> {
  return popular.get(ctx.providers, ctx.now(), () =>
    uses.popular(ctx.db, daysAgo(ctx, COMMON_DAYS), FEWEST_PEOPLE),
  )
}
