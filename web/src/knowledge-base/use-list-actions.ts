import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useWrite } from '../api/use-write.ts'
import { toast, undoBy } from '../ui/toasts/toast.state.ts'
import type { Dataset, ListGroup } from './list/lists.ts'

/** The reads that a change of lists makes stale. */
const refreshes = [api.datasets.all, api.datasets.bin]

/**
 * Returns the actions on lists and knowledge bases. `create`, `edit` and `setOutsideAllowed` resolve to the call's
 * answer, whose failure their dialogs show; `moveToBin` and `restore` report a failure and resolve to whether they
 * succeeded.
 */
export function useListActions() {
  const creating = useWrite(api.datasets.create, { refreshes })
  const changing = useWrite(api.datasets.change, { refreshes })
  const removing = useWrite(api.datasets.remove, { refreshes })
  const restoring = useWrite(api.datasets.restore, { refreshes })

  const create = async (
    kind: NonNullable<ListGroup['creates']>,
    values: { name: string; description: string },
  ) => {
    const answer = await creating.mutateAsync({ ...kind, ...values })
    if (answer.success) toast(`已新建${inCorners(answer.data.name)}`)
    return answer
  }
  const edit = async (dataset: Dataset, values: { name: string; description: string }) => {
    const answer = await changing.mutateAsync({ dataset_id: dataset.id, ...values })
    if (!answer.success) return answer
    const undo = undoBy(() => edit(answer.data, { name: dataset.name, description: dataset.description }))
    toast(`已保存${inCorners(answer.data.name)}`, { undo })
    return answer
  }
  const setOutsideAllowed = async (dataset: Dataset, external_model_allowed: boolean) => {
    const answer = await changing.mutateAsync({ dataset_id: dataset.id, external_model_allowed })
    if (answer.success)
      toast(
        external_model_allowed
          ? `${inCorners(dataset.name)}可以由站外的模型处理`
          : `${inCorners(dataset.name)}不再发送给站外的模型`,
        { undo: undoBy(() => setOutsideAllowed(dataset, !external_model_allowed)) },
      )
    return answer
  }
  const restore = async (dataset: Dataset) => {
    const answer = await restoring.mutateAsync({ dataset_id: dataset.id })
    if (answer.success) toast(`已恢复${inCorners(dataset.name)}`)
    else toast(`没有恢复：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  const moveToBin = async (dataset: Dataset) => {
    const answer = await removing.mutateAsync({ dataset_id: dataset.id })
    if (answer.success)
      toast(`${inCorners(dataset.name)}已移到回收站，30 天内可以恢复`, {
        undo: () => void restore(dataset),
      })
    else toast(`没有删除：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  return { create, edit, setOutsideAllowed, moveToBin, restore }
}
