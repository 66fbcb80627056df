import type { Citation } from '@scinav/contract'
import { type PointerEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../icons/icon.tsx'
import { Highlighted } from '../paper/highlighted.tsx'
import styles from './citation-mark.module.css'
import { sourceOf, usePointedAt } from './pointed-at.state.ts'

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

/**
 * `[n]` as a small raised chip. Pointing at it shows the quote, pressing it opens the source; a finger shows the quote
 * first, and opens the source from there.
 */
export function CitationMark({ citation, onOpen }: Props) {
  const { n, support, title } = citation
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const byTouch = useRef(false)
  const id = useId()
  useShown(root, open, sourceOf(citation), () => setOpen(false))
  const hover = (shows: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') setOpen(shows)
  }
  const press = () => {
    if (byTouch.current && !open) return setOpen(true)
    setOpen(false)
    onOpen(citation)
  }
  return (
    <span
      ref={root}
      className={styles.root}
      onPointerEnter={hover(true)}
      onPointerLeave={hover(false)}
      onPointerDown={(event) => {
        byTouch.current = event.pointerType === 'touch'
      }}
    >
      <button
        type="button"
        className={styles.mark}
        data-support={support}
        aria-label={`引用 ${n}，${supportNames[support]}：${title}`}
        aria-describedby={open ? id : undefined}
        onFocus={() => !byTouch.current && setOpen(true)}
        onBlur={() => !byTouch.current && setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return
          // A panel around the answer stays open.
          event.preventDefault()
          setOpen(false)
        }}
        onClick={press}
      >
        {n}
        {support === 'unsupported' && <Icon name="warning" size={12} />}
      </button>
      {open && <Card id={id} citation={citation} onOpen={() => onOpen(citation)} />}
    </span>
  )
}

/** While the quote shows, its source is marked in the list, and a press elsewhere closes it. */
function useShown(
  root: RefObject<HTMLElement | null>,
  open: boolean,
  source: string,
  close: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is new at every render and always the same deed
  useEffect(() => {
    if (!open) return
    usePointedAt.setState({ source })
    const look = ({ target }: Event) => {
      if (!(target instanceof Node && root.current?.contains(target))) close()
    }
    document.addEventListener('pointerdown', look)
    return () => {
      usePointedAt.setState({ source: '' })
      document.removeEventListener('pointerdown', look)
    }
  }, [root, open, source])
}

/** The quote, where it stands, and how it was checked. */
function Card({ id, citation, onOpen }: { id: string; citation: Citation; onOpen: () => void }) {
  const { title, page, quote, support, check } = citation
  const card = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (card.current) putWithin(card.current)
  }, [])
  return (
    <span ref={card} id={id} role="tooltip" className={styles.card}>
      <span className={styles.quote}>
        <mark>{quote}</mark>
      </span>
      <span>
        <Highlighted text={title} />
        {page !== null && ` · 第 ${page} 页`}
      </span>
      <span className={styles.check} data-support={support}>
        <Icon
          name={support === 'supported' ? 'check' : support === 'unsupported' ? 'warning' : 'info'}
          size={16}
        />
        <span>
          {supportNames[support]}
          {check.missing.length > 0 && `；原文没有：${check.missing.join('、')}`}
        </span>
        <button type="button" tabIndex={-1} onClick={onOpen}>
          打开原文
        </button>
      </span>
    </span>
  )
}

const MARGIN = 12
/** What the field for the next question covers, in pixels. */
const COVERED = 160

/** Moves a card so that it stays inside its panel or the window, above its mark where there is no room below. */
function putWithin(card: HTMLElement): void {
  const around = card.closest('dialog')?.getBoundingClientRect()
  const [from, to] = around ? [around.left, around.right] : [0, innerWidth]
  const { left, right, bottom, height, top } = card.getBoundingClientRect()
  const over = Math.max(0, right - (to - MARGIN))
  card.style.setProperty('--shift', `${Math.max(from + MARGIN - left, -over)}px`)
  card.dataset.above = String(bottom > innerHeight - COVERED && top - height > COVERED)
}
