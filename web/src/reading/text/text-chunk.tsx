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
  /** The title of the whole text. */
  title: string
  /** Number of the chunk, from 0. */
  index: number
  /** Number of blocks of the whole text. */
  blocks: number
  /** Whether the chunk is loaded regardless of the window's position. */
  isWanted: boolean
  scroller: RefObject<HTMLElement | null>
  annotations: readonly Annotation[]
  /** Id of the current annotation. */
  annotation: string | undefined
  /** The requested span to highlight, as offsets in the canonical text. */
  requested: TextSpan | undefined
  /** The matches in this chunk. */
  hits: readonly TextHit[]
  /** The current match, if it is in this chunk. */
  hit: TextHit | undefined
  /** The ordinal of the block selected by the keyboard, if it is in this chunk. */
  current: number | undefined
  /** Whether the beginning of each page is marked. */
  showsPages: boolean
}

/**
 * Renders a chunk of the text. It loads when it comes near the window; until then it is an empty element of about its
 * height. `containIntrinsicHeight` is the height that the browser assumes while it skips a loaded chunk out of view.
 */
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
  const { list, annotations, annotation, requested, hits, hit, current, showsPages, title } = props
  const marks = useMemo(
    () => markedSpans(list, { annotations, annotation, requested, hits, hit }),
    [list, annotations, annotation, requested, hits, hit],
  )
  return list.map((block, index) => (
    <Fragment key={block.ordinal}>
      {showsPages && startsPage(block, list[index - 1]) && (
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

/** The title is only recognized among this many blocks at the beginning of the text. */
const MAX_TITLE_BLOCKS = 10
/** Returns the letters and digits of a text, in lower case. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a block repeats the title shown above the text. */
const isTitle = ({ ordinal, type, text }: TextBlock, title: string): boolean =>
  type === 'heading' && ordinal < MAX_TITLE_BLOCKS && lettersOf(text) === lettersOf(title)

type MarkingInput = Pick<Props, 'annotations' | 'annotation' | 'requested' | 'hits' | 'hit'>

/** Returns the marked spans of each block, by its ordinal, as offsets in the block's text. */
function markedSpans(list: readonly TextBlock[], marking: MarkingInput): Map<number, MarkedSpan[]> {
  const { annotations, annotation, requested, hits, hit } = marking
  const first = list[0]
  const last = list.at(-1)
  const spans = new Map<number, MarkedSpan[]>()
  if (!first || !last) return spans
  const end = last.start + last.text.length
  // The spans in this chunk, as offsets in the whole text.
  const inText = annotations.flatMap(({ id, colour, start, end: annotationEnd }): MarkedSpan[] => {
    if (start === null || annotationEnd === null) return []
    if (start >= end || annotationEnd <= first.start) return []
    return [{ kind: 'annotation', id, colour, start, end: annotationEnd, isCurrent: id === annotation }]
  })
  if (requested) inText.push({ kind: 'requested', id: 'requested', ...requested })
  for (const block of list) {
    // Headers, footers and the like are not shown.
    if (block.type === 'other') continue
    const inBlock = inText
      .filter((span) => span.start < block.start + block.text.length && span.end > block.start)
      .map((span) => ({ ...span, start: span.start - block.start, end: span.end - block.start }))
    if (inBlock.length > 0) spans.set(block.ordinal, inBlock)
  }
  for (const match of hits) {
    const { ordinal, start, end } = match
    const span: MarkedSpan = { kind: 'match', id: `${start}`, start, end, isCurrent: match === hit }
    spans.set(ordinal, [...(spans.get(ordinal) ?? []), span])
  }
  return spans
}
