import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** The installation's models, the presets for well-known services, and the models that each application may use. */
export type Models = OutputOf<typeof api.models.list>
/** A model as the operator sees it. */
export type Model = Models['models'][number]
/** What a model is used for. */
export type ModelKind = Model['kind']
/** The result of a test of a model. */
export type TestResult = OutputOf<typeof api.models.test>

/** Kinds of models by importance, with the purpose of each. */
export const modelKinds: readonly { value: ModelKind; name: string; about: string }[] = [
  { value: 'chat', name: '对话模型', about: '回答、归纳、翻译；没有时只摘录原文' },
  { value: 'embedding', name: '向量模型', about: '按意思找文献中的段落；没有时按词查找' },
  { value: 'rerank', name: '重排模型', about: '把找到的段落按相关程度重新排序' },
]

/** The reads that a change of a model makes stale. */
export const MODEL_READS = [
  api.models.list,
  api.chat.models,
  api.tools.list,
  api.tools.mine,
  api.tools.recommended,
  api.tools.agents,
]

/** Returns the actions on a model: switch it on or off, make it the default, remove it. A toast reports each result. */
export function useModelActions() {
  const settings = { refreshes: MODEL_READS }
  const saving = useWrite(api.models.save, settings)
  const removing = useWrite(api.models.remove, settings)
  const choosing = useWrite(api.models.setDefault, settings)

  const saveActive = async (model: Model, active: boolean, doneText: string, undo?: () => void) => {
    const { id, kind, name, base_url, model: modelName, context_tokens, inside } = model
    const input = { id, kind, name, base_url, model: modelName, context_tokens, inside, active }
    const answer = await saving.mutateAsync(input)
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    toast(doneText, undo && { undo })
  }
  const setActive = (model: Model, active: boolean) => {
    const doneText = active ? `已启用${inCorners(model.name)}` : `已停用${inCorners(model.name)}`
    return saveActive(model, active, doneText, () => void saveActive(model, !active, '已撤销'))
  }
  const makeDefault = async ({ id, name }: Model) => {
    const answer = await choosing.mutateAsync({ id })
    if (answer.success) toast(`${inCorners(name)}现在是默认模型`)
    else toast(`没有改动：${answer.message}`, { tone: 'bad' })
  }
  const remove = async ({ id, name }: Model) => {
    const answer = await removing.mutateAsync({ id })
    if (answer.success) toast(`已删除${inCorners(name)}`)
    else toast(`没有删除：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  return { setActive, makeDefault, remove }
}
