import type { Citation } from '@scinav/contract'
import { useId, useState } from 'react'
import { Icon } from '../icons/icon.tsx'
import styles from './citation-mark.module.css'

interface Props {
  citation: Citation
  onOpen: (citation: Citation) => void
}

/** How well the source bears the sentence, in words. */
const supportNames: Readonly<Record<Citation['support'], string>> = {
  supported: '原文支持',
  partial: '原文部分支持',
  unsupported: '原文不支持',
  unchecked: '未核对',
}

/** `[n]` as a small raised chip. Pointing at it shows the quote, pressing it opens the source. */
export function CitationMark({ citation, onOpen }: Props) {
  const { n, support, title, page, quote, check } = citation
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <span className={styles.root} onPointerEnter={() => setOpen(true)} onPointerLeave={() => setOpen(false)}>
      <button
        type="button"
        className={styles.mark}
        data-support={support}
        aria-label={`引用 ${n}，${supportNames[support]}：${title}`}
        aria-describedby={open ? id : undefined}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        onClick={() => onOpen(citation)}
      >
        {n}
        {support === 'unsupported' && <Icon name="warning" size={12} />}
      </button>
      {open && (
        <span id={id} role="tooltip" className={styles.card}>
          <span className={styles.quote}>{quote}</span>
          <span>{[title, page !== null && `第 ${page} 页`].filter(Boolean).join(' · ')}</span>
          <span className={styles.check} data-support={support}>
            <Icon name={support === 'supported' ? 'check' : 'info'} size={16} />
            {supportNames[support]}
            {check.missing.length > 0 && `；原文没有：${check.missing.join('、')}`}
          </span>
        </span>
      )}
    </span>
  )
}
