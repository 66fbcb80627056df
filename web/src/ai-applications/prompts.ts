import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useWrite } from '../api/use-write.ts'
import { toast, undoBy } from '../ui/toasts/toast.state.ts'

type PromptLists = OutputOf<typeof api.tools.prompts>
/** A prompt of the user's own. */
export type OwnPrompt = PromptLists['own'][number]
/** A prompt as both lists show it. */
export type Prompt = PromptLists['ready'][number]
/** The editable fields of a prompt. */
export type PromptDraft = Pick<Prompt, 'name' | 'content' | 'type'>

/** Names of the purposes of prompts; a user's own prompt may have any other. */
const promptTypeNames: Readonly<Record<string, string>> = {
  read: '研读',
  topic: '选题',
  method: '方法',
  data: '数据',
  write: '写作',
  submit: '投稿',
  custom: '其他',
}

/** The prompt types as options of a `Select`. */
export const promptTypes = Object.entries(promptTypeNames).map(([value, label]) => ({ value, label }))

/** Returns the label of a prompt type; unknown types are 其他. */
export const promptTypeName = (type: string): string => promptTypeNames[type] ?? '其他'

/** Returns the editable fields of a prompt. */
const toDraft = ({ name, content, type }: PromptDraft): PromptDraft => ({ name, content, type })

/**
 * Returns the actions on the user's own prompts. Each reports its success in a toast; `change` and `remove` can be
 * undone there. `remove` also reports its failure, `add` and `change` leave that to the caller, who gets the answer.
 */
export function usePromptActions() {
  const settings = { refreshes: [api.tools.prompts] }
  const adding = useWrite(api.tools.addPrompt, settings)
  const changing = useWrite(api.tools.changePrompt, settings)
  const removing = useWrite(api.tools.removePrompt, settings)

  const remove = async (prompt: OwnPrompt) => {
    const answer = await removing.mutateAsync({ id: prompt.id })
    if (!answer.success) return toast(`没有删除：${answer.message}`, { tone: 'bad' })
    toast(`已删除${inCorners(prompt.name)}`, { undo: () => void restore(prompt) })
  }
  const restore = async (prompt: OwnPrompt) => {
    const answer = await adding.mutateAsync(toDraft(prompt))
    if (answer.success) toast(`${inCorners(prompt.name)}回来了`)
    else toast(`没有撤销：${answer.message}`, { tone: 'bad' })
  }
  const add = async (draft: PromptDraft) => {
    const answer = await adding.mutateAsync(toDraft(draft))
    if (answer.success) toast(`已保存${inCorners(draft.name)}`)
    return answer
  }
  const change = async (before: OwnPrompt, draft: PromptDraft) => {
    const answer = await changing.mutateAsync({ id: before.id, ...toDraft(draft) })
    if (answer.success)
      toast(`已保存${inCorners(draft.name)}`, {
        undo: undoBy(() => changing.mutateAsync({ id: before.id, ...toDraft(before) })),
      })
    return answer
  }
  return { add, change, remove }
}
