import { api } from '@scinav/contract'
import { Fragment, memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import type { TextSpan } from '../places/found-text.ts'
import type { Annotation, ReadingTarget, TextBlock } from '../state/target.ts'
import type { MarkedSpan } from './segments.ts'
import styles from './text.module.css'
import { TextBlockView } from './text-block.tsx'
import { CHUNK_BLOCKS, chunkInput } from './use-text-chunks.ts'
import type { TextHit } from './use-text-find.ts'

/** Distance from the window at which a chunk is loaded, in pixels. */
const PRELOAD_PX = 1_500
/** Estimated height of a block that has not loaded, in pixels. */
const BLOCK_HEIGHT_PX = 84

interface Props {
  target: ReadingTarget
  /** Of the whole text. */
  title: string
  index: number
  blocks: number
  /** Loads the chunk regardless of the window's position. */
  isWanted: boolean
  scroller: RefObject<HTMLElement | null>
  annotations: readonly Annotation[]
  annotation: string | undefined
  /** The requested span to highlight, as offsets in the canonical text. */
  sought: TextSpan | undefined
  /** The matches in this chunk. */
  hits: readonly TextHit[]
  hit: TextHit | undefined
  /** The block selected by the keyboard. */
  current: number | undefined
  showsPages: boolean
}

/** Renders a chunk of the text; until it comes near the window, an empty element of about its height. */
export const TextChunk = memo(function TextChunk(props: Props) {
  const { target, index, blocks, isWanted, scroller } = props
  const root = useRef<HTMLDivElement>(null)
  const isNear = useNear(root, scroller) || isWanted
  const read = useRead(api.reading.blocks, chunkInput(target, index), { enabled: isNear })
  const height = Math.min(CHUNK_BLOCKS, blocks - index * CHUNK_BLOCKS) * BLOCK_HEIGHT_PX
  return (
    <div
      ref={root}
      className={styles.chunk}
      data-chunk={index}
      style={read.data ? { containIntrinsicHeight: `auto ${height}px` } : { minHeight: height }}
    >
      {read.data && <Blocks {...props} list={read.data.list} />}
      {!read.data && read.error && (
        <div className={styles.failed} role="alert">
          <p>这一部分加载失败：{read.error.message}</p>
          <ActionButton name="重试" onPress={() => void read.refetch()} />
        </div>
      )}
    </div>
  )
})

/** Whether an element has come near the window of its scroller; stays true afterwards. */
function useNear(root: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!root.current || isNear) return
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { root: scroller.current, rootMargin: `${PRELOAD_PX}px 0px` },
    )
    watch.observe(root.current)
    return () => watch.disconnect()
  }, [root, scroller, isNear])
  return isNear
}

function Blocks(props: Props & { list: readonly TextBlock[] }) {
  const { list, annotations, annotation, sought, hits, hit, current, showsPages, title } = props
  const marks = useMemo(
    () => markedSpans(list, { annotations, annotation, sought, hits, hit }),
    [list, annotations, annotation, sought, hits, hit],
  )
  return list.map((block, at) => (
    <Fragment key={block.ordinal}>
      {showsPages && startsPage(block, list[at - 1]) && (
        <p className={styles.pageMark} data-page-mark={block.page}>
          <span>第 {block.page} 页</span>
        </p>
      )}
      <TextBlockView
        block={block}
        spans={marks.get(block.ordinal) ?? NO_SPANS}
        isCurrent={block.ordinal === current}
        isTitle={isTitle(block, title)}
      />
    </Fragment>
  ))
}

const NO_SPANS: readonly MarkedSpan[] = []

/**
 * Whether a block is the first of its page. The first block of a chunk is not known to be, as the block before it is in
 * another chunk, unless it begins the text.
 */
function startsPage({ page, ordinal }: TextBlock, previous: TextBlock | undefined): boolean {
  if (previous) return page !== previous.page
  return ordinal === 0 && page !== 0
}

/** Number of first blocks among which a title is looked for. */
const FIRST_BLOCKS = 10
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a block repeats the title shown above the text. */
const isTitle = ({ ordinal, type, text }: TextBlock, title: string): boolean =>
  type === 'heading' && ordinal < FIRST_BLOCKS && lettersOf(text) === lettersOf(title)

type MarkingInput = Pick<Props, 'annotations' | 'annotation' | 'sought' | 'hits' | 'hit'>

/** Returns the marked spans of each block. */
function markedSpans(list: readonly TextBlock[], marking: MarkingInput): Map<number, MarkedSpan[]> {
  const { annotations, annotation, sought, hits, hit } = marking
  const [first, last] = [list[0], list.at(-1)]
  const spans = new Map<number, MarkedSpan[]>()
  if (!first || !last) return spans
  const end = last.start + last.text.length
  const inText: MarkedSpan[] = annotations.flatMap((one) =>
    one.start === null || one.end === null || one.start >= end || one.end <= first.start
      ? []
      : [
          {
            kind: 'mark' as const,
            id: one.id,
            colour: one.colour,
            start: one.start,
            end: one.end,
            isCurrent: one.id === annotation,
          },
        ],
  )
  if (sought) inText.push({ kind: 'lit', id: 'lit', ...sought })
  for (const block of list) {
    // Headers, footers and the like are not shown.
    if (block.type === 'other') continue
    const own = inText
      .filter((span) => span.start < block.start + block.text.length && span.end > block.start)
      .map((span) => ({ ...span, start: span.start - block.start, end: span.end - block.start }))
    if (own.length > 0) spans.set(block.ordinal, own)
  }
  for (const place of hits) {
    const { ordinal, start, end } = place
    const found: MarkedSpan = { kind: 'found', id: `${start}`, start, end, isCurrent: place === hit }
    spans.set(ordinal, [...(spans.get(ordinal) ?? []), found])
  }
  return spans
}
