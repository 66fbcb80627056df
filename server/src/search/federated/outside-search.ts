import {
  type api,
  authorNames,
  type EngineId,
  type OutputOf,
  type Work,
  type WorkNotice,
} from '@scinav/contract'
import { fullSourceName } from '../../library/dictionaries/index.ts'
import { lookUpWorks, standingStatus } from '../../library/retractions/index.ts'
import { askEngines, type EngineResult, type EnginesContext } from './ask-engines.ts'
import { deadlineIn, withDeadline } from './deadline.ts'
import { foundWorkKey, storeFoundWorks } from './engine-memory.ts'
import type { EngineStatus } from './engine-status.ts'
import { fuseHits, type RankedWork } from './fuse.ts'

/** Maximum time that a chat or a research run waits for found works to be stored, in milliseconds. */
const STORE_TIMEOUT_MS = 2_000

type OutsideWorkView = NonNullable<OutputOf<typeof api.references.check>['list'][number]['outside']>

/** A work from outside, with the key under which it can be added to the library. */
export interface OutsideWork {
  /** Pass this key to the call `combine/keep` to add the work to the library. */
  key: string
  work: Work
  engines: EngineId[]
  score: number
  /** The notice that stands about it. */
  notice: WorkNotice | null
}

/**
 * Searches outside of the library, for chats and research.
 *
 * @param engines ids such as `arxiv`; `local` and unknown ids are ignored.
 * @returns the works of all engines, duplicates merged, best first, and the status of each engine. Slow and failing
 * engines are reported as statuses, never as errors.
 * @throws the reason of `signal` when it is aborted.
 */
export async function searchOutside(
  ctx: EnginesContext,
  query: string,
  engines: string[],
  signal?: AbortSignal,
): Promise<{ works: OutsideWork[]; engines: EngineStatus[] }> {
  const { clock, limit_ms } = ctx.providers.engines
  const deadline = deadlineIn(clock, limit_ms)
  const answers = await askEngines(
    ctx,
    { query, filters: null, engines, block: 1, deadline, insist: true },
    signal,
  )
  const fused = fuseHits(answers.flatMap((each) => rankWorks(each, 1)))
  const found = fused.map(({ work }) => work)
  const storeDeadline = deadlineIn(clock, STORE_TIMEOUT_MS)
  await storeFoundWorks(ctx, found, storeDeadline)
  const lookup = await withDeadline(storeDeadline, signal, () => lookUpWorks(ctx, found))
  if (lookup.state === 'failed') throw lookup.error
  const notices = lookup.state === 'ok' ? lookup.value : []
  const works = fused.map(({ work, marks, score }, at) => ({
    key: foundWorkKey(work),
    work,
    engines: [...new Set(marks.map(({ engine }) => engine))],
    score,
    notice: notices[at] ?? null,
  }))
  return { works, engines: answers.map(({ state }) => state) }
}

/** Attaches to the works of one engine their positions in its block of hits, from 1; their order stays. */
export function rankWorks({ state, works }: EngineResult, block: number): RankedWork[] {
  return works.map((work, at) => ({ work, engine: state.id, rank: at + 1, block, paper: null }))
}

/** Returns the fields that lists show of a work from outside. */
export function toOutsideView({ key, work, engines, notice }: Omit<OutsideWork, 'score'>): OutsideWorkView {
  const { title, title_zh, publish_date, basic_sourcename, resource_type, language, doi, url } = work
  return {
    key,
    title,
    title_zh,
    authors_short: authorNames(work),
    publish_date,
    basic_sourcename,
    source_name: fullSourceName(basic_sourcename),
    resource_type,
    language,
    doi,
    url,
    engines,
    status: standingStatus(work.status, notice),
    status_notice: notice,
  }
}
