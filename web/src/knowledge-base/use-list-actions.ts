import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useWrite } from '../api/use-write.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import type { Dataset, ListGroup } from './list/lists.ts'

const refreshes = [api.datasets.all, api.datasets.bin]

/** Returns the actions on lists: create, change and delete. Each resolves to an error message, or undefined. */
export function useListActions() {
  const create = useWrite(api.datasets.create, { refreshes })
  const change = useWrite(api.datasets.change, { refreshes })
  const remove = useWrite(api.datasets.remove, { refreshes })
  const restore = useWrite(api.datasets.restore, { refreshes })

  const make = async (of: NonNullable<ListGroup['make']>, values: { name: string; description: string }) => {
    const answer = await create.mutateAsync({ ...of, ...values })
    if (answer.success) toast(`已新建${inCorners(answer.data.name)}`)
    return answer
  }
  const edit = async (dataset: Dataset, values: { name: string; description: string }) => {
    const answer = await change.mutateAsync({ dataset_id: dataset.id, ...values })
    if (!answer.success) return answer
    const back = () => void edit(answer.data, { name: dataset.name, description: dataset.description })
    toast(`已保存${inCorners(answer.data.name)}`, { undo: back })
    return answer
  }
  const openToOutside = async (dataset: Dataset, external_model_allowed: boolean) => {
    const answer = await change.mutateAsync({ dataset_id: dataset.id, external_model_allowed })
    if (answer.success)
      toast(
        external_model_allowed
          ? `${inCorners(dataset.name)}可以由站外的模型处理`
          : `${inCorners(dataset.name)}不再发送给站外的模型`,
        { undo: () => void openToOutside(dataset, !external_model_allowed) },
      )
    return answer
  }
  const bringBack = async (dataset: Dataset) => {
    const answer = await restore.mutateAsync({ dataset_id: dataset.id })
    if (answer.success) toast(`已恢复${inCorners(dataset.name)}`)
    else toast(`没有恢复：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  const throwAway = async (dataset: Dataset) => {
    const answer = await remove.mutateAsync({ dataset_id: dataset.id })
    if (answer.success)
      toast(`${inCorners(dataset.name)}已移到回收站，30 天内可以恢复`, {
        undo: () => void bringBack(dataset),
      })
    else toast(`没有删除：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  return { make, edit, openToOutside, throwAway, bringBack }
}
