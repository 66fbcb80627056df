import { Fragment, type ReactNode, useMemo } from 'react'
import type { Mark, Paper } from '../paper.ts'
import { type FormulaPart, parseFormula, plainFormula } from './formula.ts'
import styles from './highlighted.module.css'
import { type MarkupPiece, parseMarkup } from './markup.ts'

/** A range of a text in UTF-16 units; `end` is exclusive. */
interface TextRange {
  start: number
  end: number
}

interface Props {
  /** Text as stored; may contain `<sub>`, `<sup>`, `<i>` and `$…$`. */
  text: string
  /** The ranges to highlight, as offsets into `text`. */
  marks?: readonly TextRange[]
  /** What the marks are: search hits, or a quote that an answer cites. */
  markKind?: 'hits' | 'quote'
  /** Offset of the first character shown; by default the whole text is shown. */
  from?: number
  /** Offset after the last character shown. */
  to?: number
}

/**
 * Renders a title or an abstract: light markup as elements, marks highlighted. HTML from the data is never inserted.
 */
export function Highlighted({ text, marks = [], markKind = 'hits', from = 0, to = text.length }: Props) {
  const pieces = useMemo(() => parseMarkup(text), [text])
  return pieces.map((piece) => (
    <PieceView
      key={piece.start}
      piece={piece}
      text={text}
      marks={marks}
      markKind={markKind}
      from={from}
      to={to}
    />
  ))
}

interface PieceProps extends Required<Props> {
  piece: MarkupPiece
}

/** Renders the part of a piece that lies in the shown range. */
function PieceView({ piece, ...rest }: PieceProps): ReactNode {
  const { text, marks, markKind, from, to } = rest
  const start = Math.max(piece.start, from)
  const end = Math.min(piece.end, to)
  if (start >= end) return null
  if ('children' in piece) {
    const Tag = piece.kind
    return (
      <Tag>
        {piece.children.map((child) => (
          <PieceView key={child.start} piece={child} {...rest} />
        ))}
      </Tag>
    )
  }
  if (piece.kind === 'text') return highlightRanges(text, start, end, marks, markKind)
  // A formula is marked as a whole: offsets inside it do not correspond to what is rendered.
  const formula = <Formula tex={text.slice(piece.start + 1, piece.end - 1)} />
  return marks.some((mark) => mark.start < end && mark.end > start) ? (
    <mark className={styles.mark} data-kind={markKind === 'quote' ? markKind : undefined}>
      {formula}
    </mark>
  ) : (
    formula
  )
}

/** Renders the text from `start` to `end` with the marks in it; where marks overlap, the earlier one wins. */
function highlightRanges(
  text: string,
  start: number,
  end: number,
  marks: readonly TextRange[],
  markKind: Required<Props>['markKind'],
): ReactNode {
  const parts: ReactNode[] = []
  let renderedEnd = start
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    const markStart = Math.max(mark.start, renderedEnd)
    const markEnd = Math.min(mark.end, end)
    if (markStart >= markEnd) continue
    parts.push(
      text.slice(renderedEnd, markStart),
      <mark key={markStart} className={styles.mark} data-kind={markKind === 'quote' ? markKind : undefined}>
        {text.slice(markStart, markEnd)}
      </mark>,
    )
    renderedEnd = markEnd
  }
  parts.push(text.slice(renderedEnd, end))
  return <>{parts}</>
}

/** Length up to which a formula fits on any line, in characters. */
const MAX_UNBROKEN_CHARS = 24

/** Renders a formula that does not break across lines, unless it is longer than a line. */
function Formula({ tex }: { tex: string }) {
  const parts = useMemo(() => parseFormula(tex), [tex])
  return (
    <span className={styles.formula} data-long={plainFormula(parts).length > MAX_UNBROKEN_CHARS || undefined}>
      <FormulaParts parts={parts} />
    </span>
  )
}

/** Renders the parts of a formula. */
function FormulaParts({ parts }: { parts: FormulaPart[] }): ReactNode {
  return withKeys(parts).map(({ key, part }) => {
    if ('text' in part)
      return <Fragment key={key}>{part.kind === 'letters' ? withItalics(part.text) : part.text}</Fragment>
    const Tag = part.kind
    return (
      <Tag key={key}>
        <FormulaParts parts={part.parts} />
      </Tag>
    )
  })
}

/** Keys the parts by index, which is safe because they never change order. */
const withKeys = (parts: FormulaPart[]) => parts.map((part, key) => ({ key, part }))

/** Matches a run of Latin or Greek letters by its first one. */
const ITALIC_RUN = /^[\p{Script=Latin}\p{Script=Greek}]/u

/** Sets Latin and Greek letters, which stand for quantities, in italics; all other characters stay upright. */
function withItalics(text: string): ReactNode {
  const runs = text.match(/\p{L}+|\P{L}+/gu) ?? []
  return runs
    .map((run, key) => ({ key, run }))
    .map(({ key, run }) =>
      ITALIC_RUN.test(run) ? <i key={key}>{run}</i> : <Fragment key={key}>{run}</Fragment>,
    )
}

/** The part of an abstract to show: from `from` to its end, which the style sheet cuts after two lines. */
interface Snippet {
  /** The whole abstract. */
  text: string
  /** Offset in `text` at which the snippet starts; 0 for the beginning. */
  from: number
  marks: Mark[]
}

/** Maximum number of characters before the first hit. */
const MAX_LEAD_CHARS = 60
/** Up to this offset of the first hit, the snippet starts at the beginning of the abstract. */
const MAX_SHOWN_BEGINNING_CHARS = 90

/** The fields that may hold the abstract, the original first. */
const ABSTRACT_FIELDS = ['abstract', 'abstract_zh'] as const

/**
 * Returns the abstract that contains hits, starting shortly before the first one; without hits, the Chinese abstract,
 * or the original where there is none, from its beginning. Returns undefined for a paper without an abstract.
 */
export function snippetOf(paper: Paper, marks: readonly Mark[]): Snippet | undefined {
  const abstracts = ABSTRACT_FIELDS.flatMap((field) => {
    const text = paper[field]
    return text ? [{ text, marks: marks.filter((mark) => mark.field === field) }] : []
  })
  const best = abstracts.find((abstract) => abstract.marks.length > 0) ?? abstracts.at(-1)
  if (!best) return undefined
  const first = Math.min(...best.marks.map(({ start }) => start), best.text.length)
  return { ...best, from: best.marks.length > 0 ? snippetStart(best.text, first) : 0 }
}

/** Matches the end of a sentence; a Latin mark only with the space after it. */
const SENTENCE_END = /[。！？；]|[.!?;]\s/
/** Matches the end of a word or clause. */
const WORD_END = /[\s，、]/

/**
 * Returns an offset before a hit at which a snippet can start: at the first sentence, otherwise the first word, within
 * `MAX_LEAD_CHARS` before the hit. A hit near the beginning is shown from the beginning.
 */
function snippetStart(text: string, hit: number): number {
  if (hit <= MAX_SHOWN_BEGINNING_CHARS) return 0
  const earliest = hit - MAX_LEAD_CHARS
  const before = text.slice(earliest, hit)
  const sentence = SENTENCE_END.exec(before)
  if (sentence) return earliest + sentence.index + sentence[0].length
  const word = WORD_END.exec(before)
  return word ? earliest + word.index + 1 : earliest
}
