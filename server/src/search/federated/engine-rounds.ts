import type { EngineId } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { askEngines, BLOCK_SIZE } from './ask-engines.ts'
import {
  askLibrary,
  type EngineRoundResult,
  type FederatedSearchInput,
  LIBRARY_ENGINE,
  type SearchRound,
} from './ask-library.ts'
import { type Deadline, remainingMs } from './deadline.ts'
import type { EngineStatus } from './engine-status.ts'
import { type FusedWork, fuseHits, type RankedWork } from './fuse.ts'
import { rankWorks } from './outside-search.ts'

/** Maximum position of a hit in the fused list, and in the list of an engine. */
export const MAX_HIT_POSITION = 500
/** Minimum remaining time for another round, in milliseconds; with less, good engines would be reported as slow. */
const MIN_ROUND_MS = 200

/** What the rounds of a search have found. */
interface RoundsResult {
  found: RankedWork[]
  /** The works of `found` without duplicates, best first. */
  fused: FusedWork[]
  /** The statuses of the engines asked in each round. */
  statuses: EngineStatus[][]
  /** The engines that may have further hits. */
  openEngines: EngineId[]
}

/**
 * Asks the engines for one block of hits after another, until the fused list reaches the end of the page, no engine has
 * further hits, or the time is nearly up.
 */
export async function askInRounds(
  ctx: Context,
  input: FederatedSearchInput,
  deadline: Deadline,
): Promise<RoundsResult> {
  const { page_num, page_size } = input
  // Only a new search asks engines again that have just timed out, not its further pages.
  const insist = page_num === 1
  const engines = input.engines.length > 0 ? input.engines : allEngineIds(ctx)
  const result: RoundsResult = { found: [], fused: [], statuses: [], openEngines: engines }
  for (let block = 1; result.openEngines.length > 0 && block * BLOCK_SIZE <= MAX_HIT_POSITION; block += 1) {
    if (block > 1 && remainingMs(deadline) < MIN_ROUND_MS) break
    const round = { engines: result.openEngines, block, deadline, insist }
    const answers = await askEnginesOfRound(ctx, input, round)
    result.found.push(...answers.flatMap((each) => each.found))
    result.statuses.push(answers.map(({ state }) => state))
    result.openEngines = answers.filter(({ more }) => more).map(({ state }) => state.id)
    result.fused = fuseHits(result.found)
    if (result.fused.length >= page_num * page_size) break
  }
  return result
}

const allEngineIds = (ctx: Context): EngineId[] => [
  LIBRARY_ENGINE.id,
  ...ctx.providers.engines.all.map(({ id }) => id),
]

/** Asks the library, if it is among the engines of the round, and the outside engines at the same time. */
async function askEnginesOfRound(
  ctx: Context,
  { query, filters }: FederatedSearchInput,
  round: SearchRound,
): Promise<EngineRoundResult[]> {
  const [local, outside] = await Promise.all([
    round.engines.includes(LIBRARY_ENGINE.id) ? [await askLibrary(ctx, { query, filters }, round)] : [],
    askEngines(ctx, { query, filters, ...round }),
  ])
  return [
    ...local,
    ...outside.map((result) => ({
      state: result.state,
      found: rankWorks(result, round.block),
      more: result.more,
    })),
  ]
}

/** Merges the statuses of several blocks: counts and times add up, and the last state and message win. */
export function mergeStatuses(statuses: EngineStatus[][]): EngineStatus[] {
  const [first = [], ...later] = statuses
  return first.map((state) => {
    const laterStates = later.flatMap((block) => block.filter(({ id }) => id === state.id))
    return laterStates.reduce(
      (sum, next) => ({
        ...next,
        count: sum.count + next.count,
        total: Math.max(sum.total, next.total),
        took_ms: sum.took_ms + next.took_ms,
      }),
      state,
    )
  })
}
