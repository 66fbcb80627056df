import { api } from '@scinav/contract'
import { useRead } from '../api/use-read.ts'
import buttons from '../ui/buttons/buttons.module.css'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { useDebounced } from '../ui/timing.ts'
import styles from './subscribe.module.css'
import { kindInfo, type SubscriptionDraft, type SubscriptionKind } from './subscriptions.ts'

/** Renders how many papers a subscription would have found: 近 30 天约 12 篇，共 1,204 篇. */
export function Preview({ kind, value }: { kind: SubscriptionKind; value: string }) {
  const text = useDebounced(value.trim())
  const preview = useRead(
    api.preferences.subscriptionPreview,
    { kind, value: text },
    { enabled: text !== '' },
  )
  if (text === '') return null
  return (
    <span className={styles.preview} role="status">
      {preview.data && previewText(preview.data)}
      {preview.error && `没有数出来：${preview.error.message}`}
      {!preview.data && !preview.error && '正在数…'}
    </span>
  )
}

/** Returns in words how many papers a subscription finds. */
function previewText({ days, count: recent, total }: { days: number; count: number; total: number }): string {
  if (total === 0) return '本馆文献中还没有符合条件的文献'
  return `近 ${days} 天约 ${formatCount(recent)} 篇，共 ${formatCount(total)} 篇`
}

/** Renders the chosen drafts with their previews. */
export function DraftList({
  drafts,
  onRemove,
}: {
  drafts: SubscriptionDraft[]
  onRemove: (draft: SubscriptionDraft) => void
}) {
  return (
    <section className={styles.drafts} aria-label="将要订阅">
      <h3>将要订阅</h3>
      <ul>
        {drafts.map((draft) => (
          <li key={`${draft.kind} ${draft.value}`} className={styles.draft}>
            <span className={styles.quiet}>{kindInfo(draft.kind)?.name}</span>
            <span className={styles.draftName}>{draft.name}</span>
            <Preview kind={draft.kind} value={draft.value} />
            <button
              type="button"
              className={buttons.icon}
              aria-label={`不选：${draft.name}`}
              onClick={() => onRemove(draft)}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
