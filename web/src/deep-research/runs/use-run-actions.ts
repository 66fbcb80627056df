import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

const refreshes = [api.deepResearch.runs, api.deepResearch.run, api.deepResearch.report]

interface NamedRun {
  run_id: string
  title: string
  question: string
}

/** Renames, deletes and restores a research run. */
export function useRunActions({ run_id, title, question }: NamedRun) {
  const renaming = useWrite(api.deepResearch.rename, { refreshes })
  const removing = useWrite(api.deepResearch.remove, { refreshes: [api.deepResearch.runs] })
  const restoring = useWrite(api.deepResearch.restore, { refreshes })
  const told = (answer: { success: boolean; message?: string }) => {
    if (!answer.success) toast(`没有完成：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  return {
    rename: async (next: string) => told(await renaming.mutateAsync({ run_id, title: next })),
    remove: async () => {
      if (!told(await removing.mutateAsync({ run_id }))) return false
      const undo = () => void restoring.mutateAsync({ run_id }).then(told)
      toast(`已删除${inCorners(title || question)}`, { undo })
      return true
    },
  }
}
