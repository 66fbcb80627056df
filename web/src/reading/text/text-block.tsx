import { Fragment, memo, type ReactNode } from 'react'
import { langOf } from '../../paper/paper.ts'
import type { TextBlock } from '../state/target.ts'
import { CellRows } from './cell-rows.tsx'
import { type MarkedSpan, type Segment, splitSegments } from './segments.ts'
import styles from './text.module.css'

interface Props {
  block: TextBlock
  /** The highlighted spans, as offsets in the block's text. */
  spans: readonly MarkedSpan[]
  /** Whether the block is selected by the keyboard. */
  isCurrent: boolean
  /** Whether the block repeats the title shown above the text. */
  isTitle: boolean
}

/**
 * Renders one block of a text: heading, paragraph, list, table or note. Headers, footers and the like (type `other`)
 * and blocks without content render nothing.
 */
export const TextBlockView = memo(function TextBlockView({ block, spans, isCurrent, isTitle }: Props) {
  const { ordinal, type } = block
  if (type === 'other' || (block.text === '' && !block.rows)) return null
  return (
    <div
      className={styles.block}
      data-ordinal={ordinal}
      data-type={type}
      data-current={isCurrent}
      data-title={isTitle}
      lang={langOf(block.text)}
    >
      {renderBlock(block, <MarkedText block={block} spans={spans} />)}
      {block.marked_in !== null && <NoteLink to={block.marked_in} label="回到正文" shown="↩" />}
    </div>
  )
})

/** The elements of headings by level from 1: they start at `h2`, below the screen's title. */
const HEADING_TAGS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const

function renderBlock(block: TextBlock, words: ReactNode): ReactNode {
  switch (block.type) {
    case 'heading': {
      const index = Math.min(Math.max((block.level ?? 1) - 1, 0), HEADING_TAGS.length - 1)
      const Heading = HEADING_TAGS[index] ?? 'h2'
      return <Heading>{words}</Heading>
    }
    case 'table':
      return block.rows && block.rows.length > 0 ? <BlockTable rows={block.rows} /> : <pre>{words}</pre>
    case 'code':
      return <pre>{words}</pre>
    case 'formula':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide formula scrolls, and must do so by the keyboard too
        <section className={styles.formula} tabIndex={0} aria-label="公式">
          <span>{words}</span>
        </section>
      )
    case 'list':
      return <div className={styles.list}>{words}</div>
    default:
      return <p>{words}</p>
  }
}

function BlockTable({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must do so by the keyboard too
    <section className={styles.table} tabIndex={0} aria-label="表格">
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
              <th key={column} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <CellRows rows={rows} />
      </table>
    </section>
  )
}

/**
 * Renders the text of a block, with its marks, and links on its note marks. Every piece carries its offset in
 * `data-start`, so that `readTextSelection` can locate a selection.
 */
function MarkedText({ block: { text, notes }, spans }: Pick<Props, 'block' | 'spans'>) {
  const cuts = notes.flatMap(({ start, end }) => [start, end])
  const pieces = splitSegments(text, spans, cuts).map((segment) => {
    const note = notes.find(({ start, end }) => start <= segment.start && end >= segment.end && end > start)
    const piece = <SegmentView key={segment.start} segment={segment} />
    return (
      <Fragment key={segment.start}>
        <UnwrittenMarks notes={notes} offset={segment.start} />
        {note ? <NoteLink to={note.ordinal} label={`注 ${note.label}`} shown={piece} isWritten /> : piece}
      </Fragment>
    )
  })
  return (
    <>
      {pieces}
      {text !== '' && <UnwrittenMarks notes={notes} offset={text.length} />}
    </>
  )
}

/** Renders the note marks at an offset that have no characters in the text itself: their span is empty. */
function UnwrittenMarks({ notes, offset }: { notes: TextBlock['notes']; offset: number }) {
  return notes
    .filter(({ start, end }) => start === offset && end === offset)
    .map(({ ordinal, label }) => <NoteLink key={ordinal} to={ordinal} label={`注 ${label}`} shown={label} />)
}

interface NoteLinkProps {
  /** The ordinal of the block it links to. */
  to: number
  /** The accessible name. */
  label: string
  /** What is displayed. */
  shown: ReactNode
  /** Whether the mark is part of the text, so that it is selected with it. */
  isWritten?: boolean
}

/**
 * Renders the link from a mark to its note or back; the text view handles the click and reads `data-target-ordinal`.
 */
function NoteLink({ to, label, shown, isWritten = false }: NoteLinkProps) {
  return (
    <button
      type="button"
      className={styles.note}
      data-target-ordinal={to}
      data-written={isWritten}
      aria-label={label}
    >
      {shown}
    </button>
  )
}

/** Renders a piece of text: by the kind of its topmost mark, in the color of its last annotation. */
function SegmentView({ segment: { start, text, marks } }: { segment: Segment }) {
  const top = marks.at(-1)
  if (!top) return <span data-start={start}>{text}</span>
  const annotation = marks.findLast(({ kind }) => kind === 'annotation')
  return (
    <mark
      data-start={start}
      data-kind={top.kind}
      data-colour={annotation?.colour}
      data-annotation={annotation?.id}
      data-current={marks.some((mark) => mark.isCurrent)}
    >
      {text}
    </mark>
  )
}
