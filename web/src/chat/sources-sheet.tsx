import type { Citation } from '@scinav/contract'
import { type ReactNode, useState } from 'react'
import { Sheet } from '../ui/dialogs/modal.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import styles from './answer/answer.module.css'
import { Sources } from './sources/sources.tsx'

interface Props {
  citations: readonly Citation[]
  /** The question of the answer, where there are several. */
  of?: string | undefined
  beside: ReactNode
  onOpen: (citation: Citation) => void
}

/** Renders, where there is no column for the sources, a button above the field that opens them as a sheet. */
export function SourcesSheet({ citations, of, beside, onOpen }: Props) {
  const [open, setOpen] = useState(false)
  const count = new Set(citations.map(({ n }) => n)).size
  if (count === 0 && !beside) return null
  return (
    <div className={styles.sheetRow}>
      <button
        type="button"
        className={styles.sheetButton}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="book" size={16} />
        {count > 0 ? `依据 ${count} 篇` : '检索情况'}
        <Icon name="right" size={16} />
      </button>
      {open && (
        <Sheet title="依据与来源" from="bottom" onClose={() => setOpen(false)}>
          {beside}
          <Sources
            citations={citations}
            of={of}
            onOpen={(citation) => {
              setOpen(false)
              onOpen(citation)
            }}
          />
        </Sheet>
      )}
    </div>
  )
}
