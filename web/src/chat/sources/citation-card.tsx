import type { Citation } from '@scinav/contract'
import { type RefObject, useContext, useLayoutEffect, useRef } from 'react'
import { Highlighted } from '../../paper/highlight/highlighted.tsx'
import { langOf, sourceNameOf, yearOf } from '../../paper/paper.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { CitingAnswerContext } from './active-answer.ts'
import styles from './citation-marker.module.css'
import { citationLocation, firstAuthorText, useCitedPapers } from './sources.tsx'

/** How well the source supports the sentence, in words. */
export const supportNames: Readonly<Record<Citation['support'], string>> = {
  supported: '原文支持',
  partial: '原文部分支持',
  unsupported: '原文不支持',
  unchecked: '未核对',
}

interface Props {
  id: string
  citation: Citation
  /** The marker the card is placed next to. */
  marker: RefObject<HTMLElement | null>
  onOpen: () => void
}

/**
 * Renders the quote of a citation, its source and location, and how it was checked. In the top layer, so that nothing
 * clips it.
 */
export function CitationCard({ id, citation, marker, onOpen }: Props) {
  const { title, quote, support, check, by_site } = citation
  const { citations } = useContext(CitingAnswerContext)
  const paper = useCitedPapers(citations).get(citation.paper_id ?? '')
  const card = useRef<HTMLSpanElement>(null)
  useCardPosition(card, marker)
  const parts = paper ? [firstAuthorText(paper), sourceNameOf(paper), yearOf(paper)] : []
  const about = [...parts, ...citationLocation(citation)].filter(Boolean).join(' · ')
  return (
    <span ref={card} id={id} role="tooltip" popover="manual" className={styles.card}>
      <span className={styles.quote} lang={langOf(quote, paper?.language)}>
        <mark>{quote}</mark>
      </span>
      <span>
        <span lang={langOf(paper?.title ?? title, paper?.language)}>
          <Highlighted text={paper?.title ?? title} />
        </span>
        {about && <span className={styles.about}>{about}</span>}
      </span>
      <span className={styles.check} data-support={support}>
        <Icon
          name={support === 'supported' ? 'check' : support === 'unsupported' ? 'warning' : 'info'}
          size={16}
        />
        <span>
          {by_site
            ? `${supportNames[support].replace('原文', '本站提要')}（本站撰写，不是原文）`
            : supportNames[support]}
          {check.missing.length > 0 && `；原文没有：${check.missing.join('、')}`}
        </span>
        <button type="button" tabIndex={-1} onClick={onOpen}>
          查看出处
        </button>
      </span>
    </span>
  )
}

/** Keeps a card next to its marker while the page scrolls or changes size. */
function useCardPosition(card: RefObject<HTMLElement | null>, marker: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [shown, beside] = [card.current, marker.current]
    if (!shown || !beside) return
    const put = () => positionCard(shown, beside)
    shown.showPopover?.()
    put()
    const sizes = new ResizeObserver(put)
    sizes.observe(shown)
    document.addEventListener('scroll', put, { capture: true, passive: true })
    addEventListener('resize', put)
    return () => {
      sizes.disconnect()
      document.removeEventListener('scroll', put, { capture: true })
      removeEventListener('resize', put)
    }
  }, [card, marker])
}

const MARGIN = 12
/** Distance by which a card starts to the left of its marker, in pixels. */
const MARKER_OFFSET_PX = 24

/**
 * Positions a card below its marker, or above it where there is more room, inside the enclosing panel or the window.
 * Uses the width of the document, because `innerWidth` on a phone includes overflowing content.
 */
function positionCard(card: HTMLElement, marker: HTMLElement): void {
  const { clientWidth, clientHeight } = document.documentElement
  const around = marker.closest('dialog')?.getBoundingClientRect()
  const from = Math.max(0, around?.left ?? 0) + MARGIN
  const to = Math.min(clientWidth, around?.right ?? clientWidth) - MARGIN
  const at = marker.getBoundingClientRect()
  const [below, above] = [clientHeight - at.bottom - MARGIN, at.top - MARGIN]
  const isAbove = card.scrollHeight > below && above > below
  const { style } = card
  style.maxWidth = `${to - from}px`
  style.maxHeight = `${Math.max(isAbove ? above : below, 0)}px`
  style.left = `${Math.max(from, Math.min(at.left - MARKER_OFFSET_PX, to - card.offsetWidth))}px`
  style.top = isAbove ? 'auto' : `${at.bottom}px`
  style.bottom = isAbove ? `${clientHeight - at.top}px` : 'auto'
}
