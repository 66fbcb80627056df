import { memo, type ReactNode } from 'react'
import { langOf } from '../../paper/paper.ts'
import type { TextBlock } from '../state/target.ts'
import { CellRows } from './cell-rows.tsx'
import { type MarkedSpan, segmentsOf } from './segments.ts'
import styles from './text.module.css'

interface Props {
  block: TextBlock
  /** Offsets in the block's text. */
  spans: readonly MarkedSpan[]
  isCurrent: boolean
  /** The block is the title that stands above the text. */
  isTitle: boolean
}

/** One block of a text as what it is: heading, paragraph, list, table, note. */
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
      {shapeOf(block, <Marked text={block.text} spans={spans} />)}
    </div>
  )
})

/** The largest heading below the title of the screen is a second one. */
const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const

function shapeOf(block: TextBlock, words: ReactNode): ReactNode {
  switch (block.type) {
    case 'heading': {
      const Heading = headings[Math.min(Math.max((block.level ?? 1) - 1, 0), headings.length - 1)] ?? 'h2'
      return <Heading>{words}</Heading>
    }
    case 'table':
      return block.rows && block.rows.length > 0 ? <Table rows={block.rows} /> : <pre>{words}</pre>
    case 'code':
      return <pre>{words}</pre>
    case 'list':
      return <div className={styles.list}>{words}</div>
    default:
      return <p>{words}</p>
  }
}

function Table({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must do so by the keyboard too
    <section className={styles.table} tabIndex={0} aria-label="表格">
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
              <th key={at} scope="col">
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

/** A text with its marks. Each piece says where it begins, so that a selection knows its place. */
function Marked({ text, spans }: { text: string; spans: readonly MarkedSpan[] }) {
  return segmentsOf(text, spans).map(({ start, text: piece, marks }) => {
    const top = marks.at(-1)
    if (!top)
      return (
        <span key={start} data-start={start}>
          {piece}
        </span>
      )
    const annotation = marks.findLast(({ kind }) => kind === 'mark')
    return (
      <mark
        key={start}
        data-start={start}
        data-kind={top.kind}
        data-colour={annotation?.colour}
        data-annotation={annotation?.id}
        data-current={marks.some((mark) => mark.isCurrent)}
      >
        {piece}
      </mark>
    )
  })
}
