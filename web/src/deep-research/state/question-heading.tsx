import { useState } from 'react'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import styles from './question-heading.module.css'

/** Two lines of a heading; what is longer was pasted. */
const MAX_HEADING_CHARS = 120

const singleLine = (question: string): string => question.trim().replaceAll(/\s+/g, ' ')

const isTruncated = (question: string): boolean => singleLine(question).length > MAX_HEADING_CHARS

/** A question as a heading has it: in one line, a pasted page by its beginning. */
export function shortQuestion(question: string): string {
  const text = singleLine(question)
  if (text.length <= MAX_HEADING_CHARS) return text
  const beginning = text.slice(0, MAX_HEADING_CHARS)
  const end = Math.max(
    beginning.lastIndexOf(' '),
    ...[...'，。；？！'].map((sign) => beginning.lastIndexOf(sign) + 1),
  )
  const whole =
    end > MAX_HEADING_CHARS / 2 ? beginning.slice(0, end) : beginning.replace(/[\ud800-\udbff]$/, '')
  return `${whole.trimEnd()}…`
}

/** What a research is called: by its question, one for which a page was pasted by its report once that is there. */
export const researchName = (question: string, report: { title: string } | null): string =>
  report && isTruncated(question) ? report.title : shortQuestion(question)

/** All that was asked, where a heading has its beginning alone. */
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
