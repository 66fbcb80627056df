import { api, type EngineId, type OutputOf } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { PAGE_SIZE, type Search, toFilterInput } from '../../search/search.ts'
import { isEngine, useSearchScope } from '../../search/use-search.ts'

/** The merged result of several engines. */
export type FederatedResult = OutputOf<typeof api.combine.search>
/** A paper that at least one engine found; `paper_id` is null when the library does not have it. */
export type FederatedHit = FederatedResult['list'][number]
/** How one engine answered. */
export type EngineState = FederatedResult['engines'][number]

/** The state of one engine as shown to the user. */
export interface EngineRow {
  id: EngineId
  name: string
  /** Whether it is queried. */
  chosen: boolean
  /** `closed`: not configured. `resting`: not queried. `asking`: no response yet. */
  state: EngineState['state'] | 'closed' | 'resting' | 'asking'
  /** What it found, or what went wrong and what to do. */
  text: string
}

/** Timeout of one engine in seconds, enforced by the server. */
const ENGINE_TIMEOUT_S = 8

type Engines = OutputOf<typeof api.papers.engines>

/** States of an engine without a response. */
const unansweredStates = {
  idle: { state: 'resting', text: '输入检索词后询问' },
  asking: { state: 'asking', text: `正在询问，最多 ${ENGINE_TIMEOUT_S} 秒` },
  failed: { state: 'failed', text: '这次检索没有完成' },
} as const

/**
 * Returns the state of every engine. `chosen` are the engines to query, none meaning all; `otherwise` is the state of
 * those that are queried but not in the answer.
 */
function engineRows(
  known: Engines,
  chosen: readonly EngineId[],
  answer: FederatedResult | undefined,
  otherwise: keyof typeof unansweredStates,
): EngineRow[] {
  return known.flatMap(({ id, name, available, reason }): EngineRow[] => {
    if (!isEngine(id)) return []
    if (!available)
      return [{ id, name, chosen: false, state: 'closed', text: reason ?? '没有开通，请联系管理员' }]
    if (chosen.length > 0 && !chosen.includes(id))
      return [{ id, name, chosen: false, state: 'resting', text: '没有选用' }]
    const state = answer?.engines.find((engine) => engine.id === id)
    if (!state) return [{ id, name, chosen: true, ...unansweredStates[otherwise] }]
    return [{ id, name, chosen: true, state: state.state, text: engineText(state) }]
  })
}

/** Describes what an engine found, or why it found nothing. */
function engineText({ state, count, total, message }: EngineState): string {
  if (state !== 'ok') return message ?? '没有给出结果'
  const found =
    total > count ? `取回 ${count} 条，共 ${total.toLocaleString('zh-CN')} 条` : `找到 ${count} 条`
  return message ? `${found}；${message}` : found
}

/** Returns the outside engines that were queried without success. */
export const silentEngines = ({ engines }: FederatedResult): EngineState[] =>
  engines.filter(({ id, state }) => id !== 'local' && state !== 'ok')

/** Whether all outside engines failed, which usually means a machine without internet access. */
export const isCutOff = (answer: FederatedResult): boolean =>
  answer.engines.some(({ id }) => id !== 'local') &&
  silentEngines(answer).length === answer.engines.filter(({ id }) => id !== 'local').length

/**
 * Runs the search of the address on all chosen engines. The library's hits are shown at once; the whole list follows
 * when the last engine has responded or timed out. Returns the reads of the engines (`known`) and of the whole list
 * (`all`), the result to show (`shown`), and the state of each engine (`rows`).
 */
export function useFederated(search: Search) {
  const { engines: chosen } = useSearchScope()
  const known = useRead(api.papers.engines, {})
  const input = { query: search.q.trim(), filters: toFilterInput(search.filters), page_size: PAGE_SIZE }
  const hasQuery = input.query !== ''
  const all = useRead(
    api.combine.search,
    { ...input, engines: enginesToAsk(known.data ?? [], chosen), page_num: search.page },
    { enabled: hasQuery && known.data !== undefined },
  )
  const showsLibraryFirst = search.page === 1 && (chosen.length === 0 || chosen.includes('local'))
  const ofLibrary = useRead(
    api.combine.search,
    { ...input, engines: ['local'], page_num: 1 },
    { enabled: hasQuery && showsLibraryFirst && all.data === undefined && !all.error },
  )
  const early = showsLibraryFirst && !all.error ? ofLibrary.data : undefined
  const shown = hasQuery ? (all.data ?? early) : undefined
  const unanswered = all.error ? 'failed' : 'asking'
  return {
    known,
    all,
    shown,
    rows: engineRows(known.data ?? [], chosen, shown, hasQuery ? unanswered : 'idle'),
  }
}

/** Returns the engines to query: the chosen ones that are available. */
const enginesToAsk = (known: Engines, chosen: readonly EngineId[]): EngineId[] =>
  known
    .filter(({ available }) => available)
    .map(({ id }) => id)
    .filter(isEngine)
    .filter((id) => chosen.length === 0 || chosen.includes(id))
