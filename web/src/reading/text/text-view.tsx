import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Highlighted } from '../../paper/highlight/highlighted.tsx'
import { langOf } from '../../paper/paper.ts'
import desk from '../bar/desk.module.css'
import { useTextSelection } from '../bar/use-text-selection.ts'
import type { TextSpan } from '../places/found-text.ts'
import { openAnnotation, type ScrollTarget, useReading } from '../state/reading.state.ts'
import type { Annotation, ReadableText, ReadingTarget } from '../state/target.ts'
import styles from './text.module.css'
import { TextBar } from './text-bar.tsx'
import { TextChunk } from './text-chunk.tsx'
import { readTextSelection } from './text-selection.ts'
import { useBlockKeys } from './use-block-keys.ts'
import { type ChunkedText, chunkOf, useChunkedText, useWholeText } from './use-text-chunks.ts'
import { type TextHit, useTextFind } from './use-text-find.ts'
import { useTextLook } from './use-text-look.ts'
import { useTextWindow } from './use-text-window.ts'

interface Props {
  target: ReadingTarget
  readable: ReadableText
  annotations: readonly Annotation[]
  /** The ordinal of the block to start from. */
  start: number
  /** Called with the reading position: the page, and the ordinal of the block at the top. */
  onPosition: (page: number, ordinal: number) => void
  /** Shown at the end of the toolbar. */
  tools: ReactNode
}

/** Indent of a heading in the outline, and of each level below the first, in pixels; deeper levels share the last. */
const OUTLINE_INDENT_PX = 12
const MAX_OUTLINE_INDENTS = 5

/** Renders the text with headings, lists, tables and notes; for phones, screen readers and long reading. */
export function TextView({ target, readable, annotations, start, onPosition, tools }: Props) {
  const text = useChunkedText(target, readable.block_count)
  const find = useTextFind(text)
  const hit = find.hits[find.index]
  const look = useTextLook()
  const [showsOutline, setShowsOutline] = useState(false)
  const outline = { shows: showsOutline, toggle: () => setShowsOutline(!showsOutline) }
  const { requested, annotation } = useReading()
  const scroller = useRef<HTMLDivElement>(null)
  const { wanted, onScroll, showBlock, showNote } = useTextWindow({
    scroller,
    text,
    requested,
    hit,
    start,
    onPosition,
  })
  const current = useBlockKeys(scroller, text)
  useBlockSelection(scroller, text)
  const pages = readable.pages.length
  const chunkProps = {
    target,
    title: readable.title,
    blocks: readable.block_count,
    scroller,
    annotations,
    annotation,
    requested: useRequestedSpan(requested),
    showsPages: pages > 1,
  }
  return (
    <>
      <TextBar look={look} pages={pages} outline={outline} find={find} parts={text.count} tools={tools} />
      <div className={styles.body}>
        {showsOutline && <TextOutline text={text} onBlock={showBlock} />}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: annotations are offered to the keyboard by the list of notes */}
        <section
          ref={scroller}
          className={styles.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls by the keyboard
          tabIndex={0}
          aria-label="正文"
          onScroll={onScroll}
          onClick={({ target: pressed }) => handlePress(pressed, showNote)}
        >
          <article
            className={styles.text}
            data-serif={look.look.serif}
            style={{ '--size': `${look.look.size}px`, '--measure': `${look.look.width}em` }}
          >
            <h1 lang={langOf(readable.title)}>
              <Highlighted text={readable.title} />
            </h1>
            <TextChunks count={text.count} wanted={wanted} find={find} current={current} {...chunkProps} />
          </article>
        </section>
      </div>
    </>
  )
}

type ChunkProps = ComponentProps<typeof TextChunk>

interface TextChunksProps extends Omit<ChunkProps, 'index' | 'isWanted' | 'hits' | 'hit'> {
  /** Number of chunks. */
  count: number
  /** Numbers of the chunks to load. */
  wanted: readonly number[]
  find: Pick<ReturnType<typeof useTextFind>, 'hits' | 'index'>
}

/** Renders the chunks of a text, each with its own hits. */
function TextChunks({ count, wanted, find, current, ...rest }: TextChunksProps) {
  const hitsOf = useHitsByChunk(find.hits)
  const hit = find.hits[find.index]
  if (count === 0) return <p>这份文件里没有可以显示的文字。</p>
  return Array.from({ length: count }, (_, index) => (
    <TextChunk
      // biome-ignore lint/suspicious/noArrayIndexKey: chunks are their numbers
      key={index}
      index={index}
      isWanted={wanted.includes(index)}
      hits={hitsOf(index)}
      hit={hit && chunkOf(hit.ordinal) === index ? hit : undefined}
      current={current !== undefined && chunkOf(current) === index ? current : undefined}
      {...rest}
    />
  ))
}

/** Publishes the selected text with its position in the blocks. */
function useBlockSelection(scroller: RefObject<HTMLElement | null>, text: ChunkedText): void {
  const read = useCallback(
    (range: Range, inside: Element) => readTextSelection(range, inside, text.blockOf),
    [text],
  )
  useTextSelection(scroller, read)
}

/** Returns the span of a requested location; the same object while the request stays the same. */
function useRequestedSpan(requested: ScrollTarget | undefined): TextSpan | undefined {
  return useMemo(() => {
    if (!requested || requested.start === null || requested.end === null) return undefined
    return { start: requested.start, end: requested.end }
  }, [requested])
}

const NO_HITS: readonly TextHit[] = []

/** Returns the function from the number of a chunk to its matches. */
function useHitsByChunk(hits: readonly TextHit[]): (chunk: number) => readonly TextHit[] {
  const byChunk = useMemo(() => Map.groupBy(hits, ({ ordinal }) => chunkOf(ordinal)), [hits])
  return (chunk) => byChunk.get(chunk) ?? NO_HITS
}

/**
 * Handles a click: a note mark goes to its note, an annotation is selected. A click that ends a text selection is
 * ignored.
 */
function handlePress(pressed: EventTarget, showNote: (ordinal: number) => void): void {
  if (!(pressed instanceof Element) || document.getSelection()?.isCollapsed === false) return
  const noteOrdinal = pressed.closest<HTMLElement>('[data-target-ordinal]')?.dataset.targetOrdinal
  if (noteOrdinal !== undefined) {
    showNote(Number(noteOrdinal))
    return
  }
  const id = pressed.closest<HTMLElement>('[data-annotation]')?.dataset.annotation
  if (id) openAnnotation(id)
}

const outlineIndent = (level: number): number =>
  OUTLINE_INDENT_PX * (1 + Math.min(level - 1, MAX_OUTLINE_INDENTS))

interface TextOutlineProps {
  text: ChunkedText
  onBlock: (ordinal: number) => void
}

/** Renders the headings of a text; each goes to its block. */
function TextOutline({ text, onBlock }: TextOutlineProps) {
  const { blocks, chunks } = useWholeText(text, true)
  const ordinal = useReading((state) => state.ordinal)
  const headings = blocks.filter(({ type }) => type === 'heading')
  const current = headings.findLastIndex((heading) => heading.ordinal <= ordinal)
  return (
    <nav className={desk.outline} aria-label="目录">
      {headings.map((heading, index) => (
        <button
          key={heading.ordinal}
          type="button"
          aria-current={index === current ? 'location' : undefined}
          style={{ paddingInlineStart: outlineIndent(heading.level ?? 1) }}
          onClick={() => onBlock(heading.ordinal)}
        >
          {heading.text}
        </button>
      ))}
      {headings.length === 0 && chunks >= text.count && <p>这份文件没有标题。</p>}
    </nav>
  )
}
