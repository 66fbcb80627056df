import { api, type OutputOf } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { type KeepTarget, storeKeepTargets, updateCachedLists } from './keep-targets.ts'

/**
 * Returns a function that adds papers to the targets, and removes them from their previous list (`from`) unless it is
 * one of them. Reports the outcome; resolves to whether it succeeded.
 */
export function useListsChange(ids: string[], from: string | undefined) {
  const cache = useQueryClient()
  const keep = useWrite(api.datasets.keepPapers, {
    refreshes: [api.datasets.all, api.papers.byIds, api.papers.search],
  })
  const drop = useWrite(api.datasets.dropPapers, { refreshes: [api.datasets.all] })

  const leave = async (dataset_id: string): Promise<boolean> => {
    const answer = await drop.mutateAsync({ paper_id_list: ids, dataset_id })
    if (!answer.success) {
      toast(`没有移出原来的清单：${answer.message}`, { tone: 'bad' })
      return false
    }
    for (const id of ids) updateCachedLists(cache, id, (lists) => lists.filter((one) => one !== dataset_id))
    return true
  }
  return async (targets: KeepTarget[]): Promise<boolean> => {
    const answer = await keep.mutateAsync({ paper_id_list: ids, targets })
    if (!answer.success) {
      toast(`没有收藏：${answer.message}`, { tone: 'bad' })
      return false
    }
    const into = targets.map(({ dataset_id }) => dataset_id)
    for (const id of ids) updateCachedLists(cache, id, (lists) => [...new Set([...lists, ...into])])
    storeKeepTargets(targets)
    if (from && !into.includes(from) && !(await leave(from))) return false
    toast(from ? '已更改收藏的清单' : outcomeText(answer.data))
    return true
  }
}

/** Formats the outcome in one sentence. */
function outcomeText({ added, skipped, missing }: OutputOf<typeof api.datasets.keepPapers>): string {
  const parts = [
    added > 0 && `已收藏 ${added} 篇`,
    skipped.length > 0 && `${skipped.length} 篇本来就在`,
    missing.length > 0 && `${missing.length} 篇已不在本馆文献中`,
  ]
  return parts.filter(Boolean).join('，') || '没有要收藏的文献'
}
