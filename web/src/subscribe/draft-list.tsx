import buttons from '../ui/buttons/shell-button.module.css'
import { Icon } from '../ui/icons/icon.tsx'
import { Preview } from './preview.tsx'
import styles from './subscribe.module.css'
import { type Draft, kindOf } from './subscriptions.ts'

/** What has been chosen, with what it would bring. */
export function DraftList({ drafts, onRemove }: { drafts: Draft[]; onRemove: (draft: Draft) => void }) {
  return (
    <section className={styles.drafts} aria-label="将要订阅">
      <h3>将要订阅</h3>
      <ul>
        {drafts.map((draft) => (
          <li key={`${draft.kind} ${draft.value}`} className={styles.draft}>
            <span className={styles.quiet}>{kindOf(draft.kind)?.name}</span>
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
