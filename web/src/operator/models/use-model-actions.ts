import { api } from '@scinav/contract'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { MODEL_READS, type Model } from './models.ts'

/** Changes of a model from its row. */
export function useModelActions() {
  const settings = { refreshes: MODEL_READS }
  const saving = useWrite(api.models.save, settings)
  const removing = useWrite(api.models.remove, settings)
  const choosing = useWrite(api.models.setDefault, settings)

  const setActive = async (model: Model, active: boolean, undoing = false) => {
    const { id, kind, name, base_url, model: at, context_tokens, inside } = model
    const answer = await saving.mutateAsync({
      id,
      kind,
      name,
      base_url,
      model: at,
      context_tokens,
      inside,
      active,
    })
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    if (undoing) return toast('已撤销')
    toast(active ? `已启用「${name}」` : `已停用「${name}」`, {
      undo: () => void setActive(model, !active, true),
    })
  }
  const makeDefault = async ({ id, name }: Model) => {
    const answer = await choosing.mutateAsync({ id })
    if (answer.success) toast(`「${name}」现在是默认模型`)
    else toast(`没有改动：${answer.message}`, { tone: 'bad' })
  }
  const remove = async ({ id, name }: Model) => {
    const answer = await removing.mutateAsync({ id })
    if (answer.success) toast(`已删除「${name}」`)
    else toast(`没有删除：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  return { setActive, makeDefault, remove }
}
