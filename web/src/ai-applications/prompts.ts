import type { api, OutputOf } from '@scinav/contract'

type Lists = OutputOf<typeof api.tools.prompts>
export type OwnPrompt = Lists['own'][number]
export type Prompt = Lists['ready'][number]
/** What a person writes of a prompt. */
export type PromptDraft = Pick<Prompt, 'name' | 'content' | 'type'>

const types: Readonly<Record<string, string>> = {
  read: '研读',
  topic: '选题',
  method: '方法',
  data: '数据',
  write: '写作',
  submit: '投稿',
  custom: '其他',
}

export const promptTypes = Object.entries(types).map(([value, label]) => ({ value, label }))

/** What a kind of prompt is called; kinds outside the list are 其他. */
export const promptTypeName = (type: string): string => types[type] ?? '其他'
