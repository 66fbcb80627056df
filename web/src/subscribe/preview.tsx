import { api } from '@scinav/contract'
import { useRead } from '../api/use-read.ts'
import { count } from '../ui/figures.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import styles from './subscribe.module.css'
import type { Kind } from './subscriptions.ts'

/** How many papers a subscription would have brought: 近 30 天约 N 篇. */
export function Preview({ kind, value }: { kind: Kind; value: string }) {
  const text = useDebounced(value.trim())
  const preview = useRead(
    api.preferences.subscriptionPreview,
    { kind, value: text },
    { enabled: text !== '' },
  )
  if (text === '') return null
  return (
    <span className={styles.preview} role="status">
      {preview.data && wordsFor(preview.data)}
      {preview.error && `没有数出来：${preview.error.message}`}
      {!preview.data && !preview.error && '正在数…'}
    </span>
  )
}

function wordsFor({ days, count: recent, total }: { days: number; count: number; total: number }): string {
  if (total === 0) return '文献库里还没有这样的文献'
  return `近 ${days} 天约 ${count(recent)} 篇，共 ${count(total)} 篇`
}
