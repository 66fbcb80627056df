import { citationMarks, citationPosition } from '@scinav/contract/cited-text'
import type { ReactNode } from 'react'
import { langOf } from '../../paper/paper.ts'
import { ownKey } from './compose.ts'
import styles from './manuscript.module.css'
import { isOffered, setCurrentSentence, useManuscript } from './manuscript.state.ts'
import type { Sentence } from './manuscript.ts'

/** Length of the beginning of a text by which its language is recognized, in characters. */
const LANGUAGE_SAMPLE_CHARS = 2_000

interface Props {
  /** The citation marks in the text, by key. */
  marks: ReadonlyMap<string, string>
}

/** Renders the manuscript with its decided citations in place. */
export function CitedText({ marks }: Props) {
  const { text, sentences, current } = useManuscript()
  const pieces: ReactNode[] = []
  let offset = 0
  for (const [number, sentence] of sentences.entries()) {
    pieces.push(text.slice(offset, sentence.start))
    pieces.push(
      <SentenceText
        key={number}
        sentence={sentence}
        text={text.slice(sentence.start, sentence.end)}
        number={number}
        isCurrent={number === current}
        marks={marks}
      />,
    )
    offset = sentence.end
  }
  pieces.push(text.slice(offset))
  return (
    <section className={styles.text} aria-label="文稿" lang={langOf(text.slice(0, LANGUAGE_SAMPLE_CHARS))}>
      {pieces}
    </section>
  )
}

interface SentenceProps extends Props {
  sentence: Sentence
  text: string
  /** Index of the sentence. */
  number: number
  isCurrent: boolean
}

/**
 * The state of a sentence: it cites accepted papers (`taken`), has a proposal (`strong`, `candidates`), nothing was
 * found (`none`), it is not processed yet (`waiting`), it has a citation of the manuscript's own (`cited`), or it needs
 * none (`no`).
 */
type SentenceStatus = 'taken' | 'strong' | 'candidates' | 'none' | 'waiting' | 'cited' | 'no'

/** Returns the status of a sentence, which sets its color. */
function sentenceStatus({ need, found, cited }: Sentence): SentenceStatus {
  if (cited.length > 0) return 'taken'
  if (need !== 'yes') return need
  return found?.decision ?? 'waiting'
}

/** Matches the mark of a Markdown heading: `## `. */
const HEADING = /^#{1,6}\s+/

/** Renders a sentence with the chip of its citations where they are printed; a press makes it the current one. */
function SentenceText({ sentence, text, number, isCurrent, marks }: SentenceProps) {
  const chipOffset = citationPosition(text)
  // The syntax of Markdown headings is shown only in exported files.
  const from = HEADING.exec(text)?.[0].length ?? 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button in it does the same; this is a larger place to press
    <span
      className={styles.sentence}
      data-sentence={number}
      data-status={sentenceStatus(sentence)}
      data-current={isCurrent}
      data-heading={from > 0}
      onClick={() => setCurrentSentence(number)}
    >
      <span className={styles.said}>{renumberOwnMarks(text.slice(from, chipOffset), marks)}</span>
      <SentenceChip sentence={sentence} number={number} isCurrent={isCurrent} marks={marks} />
      {renumberOwnMarks(text.slice(chipOffset), marks)}
    </span>
  )
}

/**
 * Renders a text with the manuscript's own citation marks replaced by their present numbers, each labelled 原有; a mark
 * of which a key has no number stays as it is.
 */
function renumberOwnMarks(text: string, marks: ReadonlyMap<string, string>): ReactNode[] {
  const pieces: ReactNode[] = []
  let offset = 0
  for (const { kind, start, end, keys } of citationMarks(text)) {
    if (kind !== 'number' && kind !== 'id') continue
    const newMarks = keys.map((key) => marks.get(kind === 'number' ? ownKey(key) : key) ?? '')
    if (newMarks.some((mark) => mark === '')) continue
    pieces.push(text.slice(offset, start))
    pieces.push(
      <span key={start} className={styles.chip} data-status="cited">
        {newMarks.join('')} 原有
      </span>,
    )
    offset = end
  }
  return [...pieces, text.slice(offset)]
}

/** Renders the button at a sentence with its citations or its state; nothing where no citation is needed. */
function SentenceChip({ sentence, number, isCurrent, marks }: Omit<SentenceProps, 'text'>) {
  const label = chipText(sentence, marks)
  if (label === '' && !isCurrent) return null
  return (
    <button
      type="button"
      className={styles.chip}
      data-status={sentenceStatus(sentence)}
      aria-pressed={isCurrent}
      onClick={() => setCurrentSentence(number)}
    >
      {label || '不需要出处'}
    </button>
  )
}

/** Returns the text of a sentence's chip. */
function chipText(sentence: Sentence, marks: ReadonlyMap<string, string>): string {
  const { cited, found } = sentence
  if (cited.length > 0) {
    const first = found?.candidates[0]?.paper.id
    const isStrong = found?.decision === 'strong' && cited.some(({ id }) => id === first)
    return `${cited.map(({ id }) => marks.get(id) ?? '…').join('')}${isStrong ? ' 强' : ''}`
  }
  if (isOffered(sentence)) return '强，待采纳'
  switch (sentenceStatus(sentence)) {
    case 'candidates':
      return `${found?.candidates.length ?? 0} 篇候选`
    case 'none':
      return '未找到合适文献'
    case 'waiting':
      return '等待查找'
    default:
      return ''
  }
}
