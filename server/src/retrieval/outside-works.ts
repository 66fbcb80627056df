import type { Context } from '../platform/context/context.ts'
import { type OutsideWork, searchOutside } from '../search/federated/index.ts'
import type { FoundPaper } from './evidence/evidence.ts'

/** Maximum number of works of external engines that an answer considers. */
const MAX_WORKS = 30

/** The outcome of each external engine that was searched: `ok`, `slow` or `failed`, with its counts and a message. */
export type EngineStates = Awaited<ReturnType<typeof searchOutside>>['engines']

/** What is searched for in external engines. */
interface OutsideSearch {
  /** Nothing is searched when it is empty. */
  query: string
  /** The ids of the engines that were chosen, such as `arxiv`; `local`, the library itself, is ignored. */
  engines: string[]
  /** The papers that the library has found for the query; works among them are not returned again. */
  found: FoundPaper[]
}

/**
 * Searches external engines. Slow and failing engines are reported, never thrown. All lists are empty when no external
 * engine was chosen or the query is empty.
 *
 * @returns `papers`: at most `MAX_WORKS` works that are not in `found`, by DOI or title, best first, without duplicates
 *   among themselves. `notes`: a sentence in Chinese for each engine that failed or was too slow. `states`: the outcome
 *   of every engine searched.
 * @throws the reason of `signal` when it is aborted.
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
    .map(toFoundPaper)
    .filter((paper) => !identityKeys(paper).some((key) => foundKeys.has(key)))
    .slice(0, MAX_WORKS)
  const notes = outside.engines.filter(({ state }) => state !== 'ok').map(failureNote)
  return { papers, notes, states: outside.engines }
}

/** Converts a work; of several engines that found it, the first is named as its source (every work has one). */
const toFoundPaper = ({ key, work, engines }: OutsideWork): FoundPaper => ({
  source_id: key,
  paper_id: null,
  engine: engines[0] ?? '',
  work,
})

/** Returns the message about an engine, with the engine's name in front unless the message has it. */
const failureNote = ({ name, message }: EngineStates[number]): string =>
  message?.includes(name) ? message : `${name}：${message ?? '没有答复'}`

/** Returns the keys by which two records are taken for one work: the DOI, and the letters and digits of the title. */
const identityKeys = ({ work }: FoundPaper) => [
  ...(work.doi ? [work.doi.toLowerCase()] : []),
  work.title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
]
