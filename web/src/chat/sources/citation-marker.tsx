import type { Citation } from '@scinav/contract'
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Highlighted } from '../../paper/highlight/highlighted.tsx'
import { langOf, sourceNameOf, yearOf } from '../../paper/paper.ts'
import { StatusLabel, statusMark } from '../../paper/rows/status-mark.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { CitingAnswerContext, sourceId, useHoveredSource } from './active-answer.ts'
import styles from './sources.module.css'
import { citationLocation, firstAuthorText, useCitedPapers } from './sources.tsx'

interface Props {
  /** The citations that the marker stands for: they have one number, and quote one sentence of the source each. */
  citations: readonly [Citation, ...Citation[]]
  onOpen: (citation: Citation) => void
}

/**
 * Renders `[n]` as a small superscript chip. Hovering shows the quote and clicking opens the source; a touch shows the
 * quote first, and the source opens from there. Of several quotes the reader opens one.
 */
export function CitationMarker({ citations, onOpen }: Props) {
  const [citation] = citations
  const { n, title } = citation
  const { support } = leastSupported(citations)
  const hasChoice = citations.length > 1
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const byTouch = useRef(false)
  const id = useId()
  const { answer, standings } = useContext(CitingAnswerContext)
  const standing = standings?.get(sourceId(citation))
  const mark = standing && statusMark(standing)
  useShownQuote(root, open, { source: sourceId(citation), answer }, () => setOpen(false))
  const handleHover = (isInside: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') setOpen(isInside)
  }
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (!byTouch.current && !root.current?.contains(relatedTarget)) setOpen(false)
  }
  const handleClick = () => {
    if (hasChoice || (byTouch.current && !open)) return setOpen(true)
    setOpen(false)
    onOpen(citation)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    // Keeps Escape from closing an enclosing panel.
    event.preventDefault()
    button.current?.focus()
    setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the quote from the mark and from within
    <span
      ref={root}
      className={styles.root}
      onKeyDown={handleKey}
      onPointerEnter={handleHover(true)}
      onPointerLeave={handleHover(false)}
      onPointerDown={(event) => {
        byTouch.current = event.pointerType === 'touch'
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.marker}
        data-support={support}
        data-tone={mark?.tone}
        aria-label={`引用 ${n}，${mark ? `${mark.name}，` : ''}${supportNames[support]}：${title}`}
        aria-describedby={open ? id : undefined}
        onFocus={() => !byTouch.current && setOpen(true)}
        onBlur={handleBlur}
        onClick={handleClick}
      >
        {n}
        {(support === 'unsupported' || mark) && <Icon name="warning" size={12} />}
      </button>
      {open && (
        <CitationCard id={id} citations={citations} marker={root} onOpen={onOpen} onBlur={handleBlur} />
      )}
    </span>
  )
}

/** The results of the check, least support first. */
const SUPPORT_ORDER: Citation['support'][] = ['unsupported', 'partial', 'unchecked', 'supported']

/** Returns the citation that its source supports least. */
const leastSupported = ([first, ...others]: Props['citations']): Citation =>
  others.reduce(
    (least, other) =>
      SUPPORT_ORDER.indexOf(other.support) < SUPPORT_ORDER.indexOf(least.support) ? other : least,
    first,
  )

/** While the quote is shown, highlights its source in the list of sources; a press outside of the marker closes it. */
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
    const closeIfOutside = ({ target }: Event) => {
      if (!(target instanceof Node && root.current?.contains(target))) close()
    }
    document.addEventListener('pointerdown', closeIfOutside)
    return () => {
      useHoveredSource.setState({ source: '' })
      document.removeEventListener('pointerdown', closeIfOutside)
    }
  }, [root, open, source, answer])
}

/** How well the source supports the sentence, in words. */
const supportNames: Readonly<Record<Citation['support'], string>> = {
  supported: '原文支持',
  partial: '原文部分支持',
  unsupported: '原文不支持',
  unchecked: '没有核对，请看原句',
}

/** The icon of each result of the check. */
const supportIcons = {
  supported: 'check',
  partial: 'info',
  unsupported: 'warning',
  unchecked: 'info',
} as const

/** Returns how a citation was checked and with which result, in words. */
function checkText({ support, check, by_site }: Citation): string {
  if (support === 'unchecked' && check.method === 'terms')
    return '只比对了数字、名称和引语，没有发现矛盾；意思请对照原句'
  const name = supportNames[support]
  const result = by_site ? `${name.replace('原文', '本站提要')}（本站撰写，不是原文）` : name
  const method = check.method === 'model' ? '（模型核对）' : ''
  const fault = check.fault ? `；有出入的是「${check.fault}」` : ''
  const missing = check.missing.length > 0 ? `；原文没有：${check.missing.join('、')}` : ''
  return `${result}${method}${fault}${missing}`
}

interface CitationCardProps {
  id: string
  citations: Props['citations']
  /** The marker the card is placed next to. */
  marker: RefObject<HTMLElement | null>
  onOpen: (citation: Citation) => void
  /** Called when one of its buttons loses the focus. */
  onBlur: (event: FocusEvent) => void
}

/**
 * Renders the quotes of a marker, their source and location, and how they were checked. In the top layer, so that
 * nothing clips it.
 */
function CitationCard({ id, citations, marker, onOpen, onBlur }: CitationCardProps) {
  const [citation] = citations
  const least = leastSupported(citations)
  const { title } = citation
  // All papers of the answer are read in one call, so that its other cards need none.
  const { citations: ofAnswer, standings } = useContext(CitingAnswerContext)
  const paper = useCitedPapers(ofAnswer).get(citation.paper_id ?? '')
  const standing = standings?.get(sourceId(citation)) ?? paper
  const card = useRef<HTMLSpanElement>(null)
  useCardPosition(card, marker)
  const paperFacts = paper ? [firstAuthorText(paper), sourceNameOf(paper), yearOf(paper)] : []
  const about = [...paperFacts, ...citationLocation(citation)].filter(Boolean).join(' · ')
  return (
    <span ref={card} id={id} role="tooltip" popover="manual" className={styles.card}>
      {citations.map((each) => (
        <span key={each.start} className={styles.cited}>
          <span className={styles.quote} lang={langOf(each.quote, paper?.language)}>
            <mark>{each.quote}</mark>
          </span>
          {citations.length > 1 && (
            <button type="button" onClick={() => onOpen(each)} onBlur={onBlur}>
              查看这一句
            </button>
          )}
        </span>
      ))}
      <span>
        <span lang={langOf(paper?.title ?? title, paper?.language)}>
          <Highlighted text={paper?.title ?? title} />
        </span>
        {standing && <StatusLabel status={standing.status} status_notice={standing.status_notice} />}
        {standing?.status_notice?.date && (
          <span className={styles.about}>声明日期 {standing.status_notice.date}</span>
        )}
        {about && <span className={styles.about}>{about}</span>}
      </span>
      <span className={styles.check} data-support={least.support}>
        <Icon name={supportIcons[least.support]} size={16} />
        <span>{checkText(least)}</span>
        {citations.length === 1 && (
          <button type="button" tabIndex={-1} onClick={() => onOpen(citation)}>
            查看出处
          </button>
        )}
      </span>
    </span>
  )
}

/** Keeps a card next to its marker while the page scrolls or changes size. */
function useCardPosition(card: RefObject<HTMLElement | null>, marker: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const cardElement = card.current
    const markerElement = marker.current
    if (!cardElement || !markerElement) return
    const reposition = () => positionCard(cardElement, markerElement)
    cardElement.showPopover?.()
    reposition()
    const sizes = new ResizeObserver(reposition)
    sizes.observe(cardElement)
    document.addEventListener('scroll', reposition, { capture: true, passive: true })
    addEventListener('resize', reposition)
    return () => {
      sizes.disconnect()
      document.removeEventListener('scroll', reposition, { capture: true })
      removeEventListener('resize', reposition)
    }
  }, [card, marker])
}

/** Least distance of a card from the edges of its panel or window, in pixels. */
const MARGIN_PX = 12
/** Distance by which a card starts to the left of its marker, in pixels. */
const MARKER_OFFSET_PX = 24

/**
 * Positions a card below its marker, or above it where there is more room, inside the enclosing panel or the window.
 * Uses the width of the document, because `innerWidth` on a phone includes overflowing content.
 */
function positionCard(card: HTMLElement, marker: HTMLElement): void {
  const { clientWidth, clientHeight } = document.documentElement
  const panel = marker.closest('dialog')?.getBoundingClientRect()
  const minLeft = Math.max(0, panel?.left ?? 0) + MARGIN_PX
  const maxRight = Math.min(clientWidth, panel?.right ?? clientWidth) - MARGIN_PX
  const markerRect = marker.getBoundingClientRect()
  const roomBelow = clientHeight - markerRect.bottom - MARGIN_PX
  const roomAbove = markerRect.top - MARGIN_PX
  const isAbove = card.scrollHeight > roomBelow && roomAbove > roomBelow
  const preferredLeft = Math.min(markerRect.left - MARKER_OFFSET_PX, maxRight - card.offsetWidth)
  const { style } = card
  style.maxWidth = `${maxRight - minLeft}px`
  style.maxHeight = `${Math.max(isAbove ? roomAbove : roomBelow, 0)}px`
  style.left = `${Math.max(minLeft, preferredLeft)}px`
  style.top = isAbove ? 'auto' : `${markerRect.bottom}px`
  style.bottom = isAbove ? `${clientHeight - markerRect.top}px` : 'auto'
}
