import { api } from '@scinav/contract'
import { call } from '../../api/call.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { Candidate, CitedPaper } from './manuscript.ts'

/** Number of works imported in one request. */
const BATCH_SIZE = 100

/**
 * Imports the candidates that the library lacks, and returns the library papers by the candidates' present ids; null
 * when the import failed, which has been reported.
 */
export async function importCandidates(
  candidates: readonly Candidate[],
): Promise<Map<string, CitedPaper> | null> {
  const keys = [...new Set(candidates.flatMap(({ outside }) => outside?.key ?? []))]
  /** The ids in the library, by the works' keys. */
  const ids = new Map<string, string>()
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    const answer = await call(api.combine.keep, { keys: keys.slice(start, start + BATCH_SIZE) })
    if (!answer.success) {
      toast(`没有收入本馆文献，不能引用：${answer.message}`, { tone: 'bad' })
      return null
    }
    for (const { key, paper_id } of answer.data.papers) ids.set(key, paper_id)
  }
  return new Map(candidates.map(({ paper }) => [paper.id, { ...paper, id: ids.get(paper.id) ?? paper.id }]))
}
