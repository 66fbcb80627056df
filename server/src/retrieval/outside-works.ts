import type { Context } from '../platform/context/context.ts'
import { searchOutside } from '../search/federated/index.ts'
import type { FoundPaper } from './evidence/evidence.ts'

const MAX_WORKS = 30

/** The outcome of each external engine that was searched. */
export type EngineStates = Awaited<ReturnType<typeof searchOutside>>['engines']

/**
 * Searches external engines. Returns the works that the library did not find already, and notes in Chinese about the
 * engines that failed; empty when no external engine was chosen or the query is empty.
 */
export async function findOutsideWorks(
  ctx: Context,
  asked: { query: string; engines: string[]; known: FoundPaper[] },
  signal: AbortSignal,
): Promise<{ papers: FoundPaper[]; notes: string[]; states: EngineStates }> {
  const engines = asked.engines.filter((id) => id !== 'local')
  if (engines.length === 0 || asked.query === '') return { papers: [], notes: [], states: [] }
  const found = await searchOutside(ctx, asked.query, engines, signal)
  const known = new Set(asked.known.flatMap(identityKeys))
  const papers = found.works
    .map(
      ({ key, work, engines }): FoundPaper => ({
        source_id: key,
        paper_id: null,
        engine: engines[0] ?? '',
        work,
      }),
    )
    .filter((each) => !identityKeys(each).some((key) => known.has(key)))
    .slice(0, MAX_WORKS)
  const notes = found.engines
    .filter(({ state }) => state !== 'ok')
    .map(({ name, message }) => (message?.includes(name) ? message : `${name}：${message ?? '没有答复'}`))
  return { papers, notes, states: found.engines }
}

const identityKeys = ({ work }: FoundPaper) => [
  ...(work.doi ? [work.doi.toLowerCase()] : []),
  work.title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
]
