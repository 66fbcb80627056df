import { useState } from 'react'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import styles from './question-heading.module.css'

/** Two lines of a heading; a longer question was pasted. */
const MAX_HEADING_CHARS = 120

const singleLine = (question: string): string => question.trim().replaceAll(/\s+/g, ' ')

const isTruncated = (question: string): boolean => singleLine(question).length > MAX_HEADING_CHARS

/** Shortens a question for a heading: one line, and a pasted page only by its beginning. */
export function shortQuestion(question: string): string {
  const text = singleLine(question)
  if (text.length <= MAX_HEADING_CHARS) return text
  const beginning = text.slice(0, MAX_HEADING_CHARS)
  const end = Math.max(
    beginning.lastIndexOf(' '),
    ...[...'，。；？！'].map((sign) => beginning.lastIndexOf(sign) + 1),
  )
  // Cut after a word or a clause; where that would lose more than half, anywhere but inside a surrogate pair.
  const shortened =
    end > MAX_HEADING_CHARS / 2 ? beginning.slice(0, end) : beginning.replace(/[\ud800-\udbff]$/, '')
  return `${shortened.trimEnd()}…`
}

/**
 * Returns the name of a research: its question, or the title of its report when the question was pasted and the report
 * exists.
 */
export const researchName = (question: string, report: { title: string } | null): string =>
  report && isTruncated(question) ? report.title : shortQuestion(question)

/** Renders a link to the full question where the heading shows only its beginning. */
export function FullQuestion({ question }: { question: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isTruncated(question)) return null
  return (
    <>
      <LinkButton name="问题全文" onPress={() => setIsOpen(true)} />
      {isOpen && (
        <Panel title="问题全文" width={640} fit onClose={() => setIsOpen(false)}>
          <p className={styles.whole}>{question}</p>
        </Panel>
      )}
    </>
  )
}
