import { citationMarks, citationPosition } from '@scinav/contract/cited-text'
import type { ReactNode } from 'react'
import { langOf } from '../../paper/paper.ts'
import { ownKey } from './compose.ts'
import styles from './manuscript.module.css'
import { isOffered, setCurrentSentence, useManuscript } from './manuscript.state.ts'
import type { Sentence } from './manuscript.ts'

interface Props {
  /** The citation marks in the text, by key. */
  marks: ReadonlyMap<string, string>
}

/** Renders the manuscript with its decided citations in place. */
export function CitedText({ marks }: Props) {
  const { text, sentences, current } = useManuscript()
  const pieces: ReactNode[] = []
  let at = 0
  for (const [number, sentence] of sentences.entries()) {
    pieces.push(text.slice(at, sentence.start))
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
    at = sentence.end
  }
  pieces.push(text.slice(at))
  return (
    <section className={styles.text} aria-label="文稿" lang={langOf(text.slice(0, 2_000))}>
      {pieces}
    </section>
  )
}

interface SentenceProps extends Props {
  sentence: Sentence
  text: string
  number: number
  isCurrent: boolean
}

/** The state of a sentence: accepted, proposed, nothing found, or no citation needed. */
type SentenceStatus = 'taken' | 'strong' | 'candidates' | 'none' | 'waiting' | 'cited' | 'no'

function sentenceStatus({ need, found, cited }: Sentence): SentenceStatus {
  if (cited.length > 0) return 'taken'
  if (need !== 'yes') return need
  return found?.decision ?? 'waiting'
}

const HEADING = /^#{1,6}\s+/

function SentenceText({ sentence, text, number, isCurrent, marks }: SentenceProps) {
  const place = citationPosition(text)
  // The syntax of Markdown headings is shown only in exported files.
  const from = HEADING.exec(text)?.[0].length ?? 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button in it does the same; this is a larger place to press
    <span
      className={styles.sentence}
      data-sentence={number}
      data-face={sentenceStatus(sentence)}
      data-current={isCurrent}
      data-heading={from > 0}
      onClick={() => setCurrentSentence(number)}
    >
      <span className={styles.said}>{renumberOwnMarks(text.slice(from, place), marks)}</span>
      <SentenceChip sentence={sentence} number={number} isCurrent={isCurrent} marks={marks} />
      {renumberOwnMarks(text.slice(place), marks)}
    </span>
  )
}

/** Replaces the manuscript's own citation numbers with the present ones. */
function renumberOwnMarks(text: string, marks: ReadonlyMap<string, string>): ReactNode[] {
  const pieces: ReactNode[] = []
  let at = 0
  for (const { kind, start, end, keys } of citationMarks(text)) {
    if (kind !== 'number' && kind !== 'id') continue
    const now = keys.map((key) => marks.get(kind === 'number' ? ownKey(key) : key) ?? '')
    if (now.some((mark) => mark === '')) continue
    pieces.push(text.slice(at, start))
    pieces.push(
      <span key={start} className={styles.chip} data-face="cited">
        {now.join('')} 原有
      </span>,
    )
    at = end
  }
  return [...pieces, text.slice(at)]
}

function SentenceChip({ sentence, number, isCurrent, marks }: Omit<SentenceProps, 'text'>) {
  const label = chipText(sentence, marks)
  if (label === '' && !isCurrent) return null
  return (
    <button
      type="button"
      className={styles.chip}
      data-face={sentenceStatus(sentence)}
      aria-pressed={isCurrent}
      onClick={() => setCurrentSentence(number)}
    >
      {label || '不需要出处'}
    </button>
  )
}

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
