import type { Context } from '../platform/context/context.ts'
import { searchOutside } from '../search/federated/index.ts'
import type { FoundPaper } from './evidence/evidence.ts'

/** The most works of external engines that are considered. */
const MAX_WORKS = 30

/** The outcome of each external engine that was searched. */
export type EngineStates = Awaited<ReturnType<typeof searchOutside>>['engines']

interface OutsideSearch {
  query: string
  /** The engines that were chosen; `local` is ignored. */
  engines: string[]
  /** The papers that the library has found for the query. */
  found: FoundPaper[]
}

/**
 * Searches external engines. Returns at most `MAX_WORKS` works that are not among the library's, by DOI or title, and
 * notes in Chinese about the engines that failed; empty when no external engine was chosen or the query is empty.
 */
export async function findOutsideWorks(
  ctx: Context,
  { query, engines, found }: OutsideSearch,
  signal: AbortSignal,
): Promise<{ papers: FoundPaper[]; notes: string[]; states: EngineStates }> {
  const external = engines.filter((id) => id !== 'local')
  if (external.length === 0 || query === '') return { papers: [], notes: [], states: [] }
  const outside = await searchOutside(ctx, query, external, signal)
  const foundKeys = new Set(found.flatMap(identityKeys))
  const papers = outside.works
    .map(
      ({ key, work, engines: [engine = ''] }): FoundPaper => ({
        source_id: key,
        paper_id: null,
        engine,
        work,
      }),
    )
    .filter((each) => !identityKeys(each).some((key) => foundKeys.has(key)))
    .slice(0, MAX_WORKS)
  const notes = outside.engines
    .filter(({ state }) => state !== 'ok')
    .map(({ name, message }) => (message?.includes(name) ? message : `${name}：${message ?? '没有答复'}`))
  return { papers, notes, states: outside.engines }
}

/** Returns the keys by which two records are taken for one work: the DOI, and the letters and digits of the title. */
const identityKeys = ({ work }: FoundPaper) => [
  ...(work.doi ? [work.doi.toLowerCase()] : []),
  work.title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
]
