import type { api, OutputOf } from '@scinav/contract'
import type { IconName } from '../ui/icons/icon.tsx'

export type Subscription = OutputOf<typeof api.preferences.subscriptions>[number]
export type Kind = Subscription['kind']
export type Notify = Subscription['notify']

/** What is to be followed, before it is saved. */
export interface Draft {
  kind: Kind
  value: string
  name: string
}

export const sameDraft = (a: Draft, b: Draft): boolean => a.kind === b.kind && a.value === b.value

export const kinds: readonly { value: Kind; name: string; icon: IconName }[] = [
  { value: 'topic', name: '主题', icon: 'bookmark' },
  { value: 'query', name: '检索式', icon: 'search' },
  { value: 'journal', name: '期刊', icon: 'book' },
  { value: 'author', name: '作者', icon: 'user' },
]

export const kindOf = (kind: Kind) => kinds.find(({ value }) => value === kind)

export const isKind = (text: string | null): text is Kind => kinds.some(({ value }) => value === text)

export const frequencies: readonly { value: Notify; label: string }[] = [
  { value: 'none', label: '不发邮件' },
  { value: 'daily', label: '每天' },
  { value: 'weekly', label: '每周' },
]
