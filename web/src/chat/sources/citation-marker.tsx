import type { Citation } from '@scinav/contract'
import { type PointerEvent, type RefObject, useContext, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../ui/icons/icon.tsx'
import { CitingAnswerContext, sourceId, useHoveredSource } from './active-answer.ts'
import { CitationCard, supportNames } from './citation-card.tsx'
import styles from './citation-marker.module.css'

interface Props {
  citation: Citation
  onOpen: (citation: Citation) => void
}

/**
 * Renders `[n]` as a small superscript chip. Hovering shows the quote and clicking opens the source; a touch shows the
 * quote first, and the source opens from there.
 */
export function CitationMarker({ citation, onOpen }: Props) {
  const { n, support, title } = citation
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const byTouch = useRef(false)
  const id = useId()
  const { answer } = useContext(CitingAnswerContext)
  const at = { source: sourceId(citation), answer }
  useShownQuote(root, open, at, () => setOpen(false))
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
        className={styles.marker}
        data-support={support}
        aria-label={`引用 ${n}，${supportNames[support]}：${title}`}
        aria-describedby={open ? id : undefined}
        onFocus={() => !byTouch.current && setOpen(true)}
        onBlur={() => !byTouch.current && setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return
          // Keeps Escape from closing an enclosing panel.
          event.preventDefault()
          setOpen(false)
        }}
        onClick={press}
      >
        {n}
        {support === 'unsupported' && <Icon name="warning" size={12} />}
      </button>
      {open && <CitationCard id={id} citation={citation} marker={root} onOpen={() => onOpen(citation)} />}
    </span>
  )
}

/** While the quote is shown, lists the sources of its answer with its own highlighted; a press elsewhere closes it. */
function useShownQuote(
  root: RefObject<HTMLElement | null>,
  open: boolean,
  { source, answer }: { source: string; answer: string },
  close: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is new at every render and always the same action
  useEffect(() => {
    if (!open) return
    useHoveredSource.setState({ source, answer })
    const look = ({ target }: Event) => {
      if (!(target instanceof Node && root.current?.contains(target))) close()
    }
    document.addEventListener('pointerdown', look)
    return () => {
      useHoveredSource.setState({ source: '' })
      document.removeEventListener('pointerdown', look)
    }
  }, [root, open, source, answer])
}
