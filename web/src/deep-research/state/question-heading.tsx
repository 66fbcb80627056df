import { useState } from 'react'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import styles from './question-heading.module.css'

/** The longest question that a heading shows whole, about two lines. A longer one is probably pasted text. */
const MAX_HEADING_CHARS = 120

/** Returns a question on one line, with single spaces. */
const singleLine = (question: string): string => question.trim().replaceAll(/\s+/g, ' ')

/** Whether `shortQuestion` shortens a question. */
const isTruncated = (question: string): boolean => singleLine(question).length > MAX_HEADING_CHARS

/** Shortens a question for a heading: one line, and a pasted page only by its beginning. */
export function shortQuestion(question: string): string {
  const text = singleLine(question)
  if (text.length <= MAX_HEADING_CHARS) return text
  const beginning = text.slice(0, MAX_HEADING_CHARS)
  const clauseEnds = [...'，。；？！'].map((punctuation) => beginning.lastIndexOf(punctuation) + 1)
  const end = Math.max(beginning.lastIndexOf(' '), ...clauseEnds)
  // Cut after a word or a clause; where that would lose more than half, anywhere but inside a surrogate pair.
  const shortened =
    end > MAX_HEADING_CHARS / 2 ? beginning.slice(0, end) : beginning.replace(/[\ud800-\udbff]$/, '')
  return `${shortened.trimEnd()}…`
}

/**
 * Returns the name of a research: its question, or, when that is too long for a heading, the title of its report once
 * there is one.
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
