import type { ReactNode } from 'react'
import { Icon } from '../ui/icons/icon.tsx'
import styles from './subscribe.module.css'
import type { Draft } from './subscriptions.ts'

/** What every way of choosing something to follow gets. */
export interface Picking {
  isKnown: (draft: Draft) => boolean
  isPicked: (draft: Draft) => boolean
  /** Takes it into the choice, or out of it. */
  pick: (draft: Draft) => void
}

interface Props extends Picking {
  draft: Draft
  note?: ReactNode
}

/** One thing that can be followed: pressed when it is chosen, off when it is followed already. */
export function Choice({ draft, note, isKnown, isPicked, pick }: Props) {
  const known = isKnown(draft)
  const picked = isPicked(draft)
  return (
    <button
      type="button"
      className={styles.choice}
      aria-pressed={picked}
      disabled={known}
      onClick={() => pick(draft)}
    >
      {(picked || known) && <Icon name="check" size={16} />}
      <span>{draft.name}</span>
      <span className={styles.quiet}>{known ? '已订阅' : note}</span>
    </button>
  )
}
