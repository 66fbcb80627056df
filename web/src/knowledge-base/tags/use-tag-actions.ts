import { api, type InputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { ListDocument } from '../list/lists.ts'

/** The reads that a change of tags makes stale. */
const refreshes = [api.datasets.tagGroups, api.datasets.tags, api.datasets.documents]

/** A tag as documents carry it. */
export type Tag = ListDocument['tags'][number]
/** The editable fields of a tag. */
export type TagValues = Omit<InputOf<typeof api.datasets.saveTag>, 'dataset_id' | 'id'>

/**
 * Returns the actions on the tags of a dataset: create, change, merge, delete, and assign to documents. `save` resolves
 * to the call's answer, whose failure the form shows; the others report a failure in a toast and resolve to whether they
 * succeeded.
 */
export function useTagActions(dataset_id: string) {
  const save = useWrite(api.datasets.saveTag, { refreshes })
  const removal = useWrite(api.datasets.removeTags, { refreshes })
  const merging = useWrite(api.datasets.mergeTags, { refreshes })
  const assigning = useWrite(api.datasets.tagDocuments, { refreshes })

  const merge = async (from: Tag, into: Tag) => {
    const answer = await merging.mutateAsync({ dataset_id, tag_ids: [from.id], into_id: into.id })
    if (answer.success) toast(`${inCorners(from.name)}已并入${inCorners(into.name)}`)
    else toast(`没有合并：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  const remove = async (tag: Tag) => {
    const answer = await removal.mutateAsync({ dataset_id, tag_ids: [tag.id] })
    if (answer.success) toast(`已删除标签${inCorners(tag.name)}`)
    else toast(`没有删除：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  /** Adds tags to documents and removes others. Resolves to whether that succeeded. */
  const assign = async (document_ids: string[], change: { add: string[]; remove: string[] }) => {
    const answer = await assigning.mutateAsync({ dataset_id, document_ids, ...change })
    if (!answer.success) toast(`没有改标签：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  return {
    save: (values: TagValues, id?: string) => save.mutateAsync({ dataset_id, ...values, ...(id && { id }) }),
    merge,
    remove,
    assign,
  }
}
