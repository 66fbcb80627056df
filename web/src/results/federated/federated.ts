import { api, type EngineId, type OutputOf } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { PAGE_SIZE, type Search, wireFilters } from '../../search/search.ts'
import { isEngine, useSearchScope } from '../../search/use-search.ts'

export type FederatedResult = OutputOf<typeof api.combine.search>
export type FederatedHit = FederatedResult['list'][number]
export type EngineState = FederatedResult['engines'][number]

/** One place to look in, as the person sees it now. */
export interface EngineRow {
  id: EngineId
  name: string
  /** Whether it is asked. */
  chosen: boolean
  /** `closed`: not set up. `resting`: not asked. `asking`: no answer yet. */
  state: EngineState['state'] | 'closed' | 'resting' | 'asking'
  /** What it found, what went wrong and what to do. */
  text: string
}

/** The longest wait for one engine, which the server keeps to. */
const ENGINE_TIMEOUT_S = 8

type Engines = OutputOf<typeof api.papers.engines>

/** What an engine that has not answered is said to do. */
const unansweredStates = {
  idle: { state: 'resting', text: '输入检索词后询问' },
  asking: { state: 'asking', text: `正在询问，最多 ${ENGINE_TIMEOUT_S} 秒` },
  failed: { state: 'failed', text: '这次检索没有完成' },
} as const

/** How every engine stands; `otherwise` is what those do that are not in the answer. */
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
    const state = answer?.engines.find((one) => one.id === id)
    if (!state) return [{ id, name, chosen: true, ...unansweredStates[otherwise] }]
    return [{ id, name, chosen: true, state: state.state, text: engineText(state) }]
  })
}

function engineText({ state, count, total, message }: EngineState): string {
  if (state !== 'ok') return message ?? '没有给出结果'
  const found =
    total > count ? `取回 ${count} 条，共 ${total.toLocaleString('zh-CN')} 条` : `找到 ${count} 条`
  return message ? `${found}；${message}` : found
}

/** The engines that were asked and gave nothing, outside of the library. */
export const silentEngines = ({ engines }: FederatedResult): EngineState[] =>
  engines.filter(({ id, state }) => id !== 'local' && state !== 'ok')

/** Whether nobody outside could be asked at all: the usual case is a machine without internet. */
export const isCutOff = (answer: FederatedResult): boolean =>
  answer.engines.some(({ id }) => id !== 'local') &&
  silentEngines(answer).length === answer.engines.filter(({ id }) => id !== 'local').length

/**
 * The words of the address everywhere. What the library has shows at once; the whole list follows when the last
 * engine has answered or its time is over.
 */
export function useFederated(search: Search) {
  const { engines: chosen } = useSearchScope()
  const known = useRead(api.papers.engines, {})
  const input = { query: search.q.trim(), filters: wireFilters(search.filters), page_size: PAGE_SIZE }
  const has = input.query !== ''
  const all = useRead(
    api.combine.search,
    { ...input, engines: enginesToAsk(known.data ?? [], chosen), page_num: search.page },
    { enabled: has && known.data !== undefined },
  )
  const isFirst = search.page === 1 && (chosen.length === 0 || chosen.includes('local'))
  const own = useRead(
    api.combine.search,
    { ...input, engines: ['local'], page_num: 1 },
    { enabled: has && isFirst && all.data === undefined && !all.error },
  )
  const early = isFirst && !all.error ? own.data : undefined
  const shown = has ? (all.data ?? early) : undefined
  const waits = all.error ? 'failed' : 'asking'
  return { known, all, shown, rows: engineRows(known.data ?? [], chosen, shown, has ? waits : 'idle') }
}

/** Whom to ask: the chosen ones that are open. */
const enginesToAsk = (known: Engines, chosen: readonly EngineId[]): EngineId[] =>
  known
    .filter(({ available }) => available)
    .map(({ id }) => id)
    .filter(isEngine)
    .filter((id) => chosen.length === 0 || chosen.includes(id))
