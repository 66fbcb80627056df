import { useState } from 'react'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import styles from './asked-question.module.css'

/** Two lines of a heading; what is longer was pasted. */
const LONGEST = 120

const inOneLine = (question: string): string => question.trim().replaceAll(/\s+/g, ' ')

const isCut = (question: string): boolean => inOneLine(question).length > LONGEST

/** A question as a heading has it: in one line, a pasted page by its beginning. */
export function questionInShort(question: string): string {
  const text = inOneLine(question)
  if (text.length <= LONGEST) return text
  const beginning = text.slice(0, LONGEST)
  const end = Math.max(
    beginning.lastIndexOf(' '),
    ...[...'，。；？！'].map((sign) => beginning.lastIndexOf(sign) + 1),
  )
  const whole = end > LONGEST / 2 ? beginning.slice(0, end) : beginning.replace(/[\ud800-\udbff]$/, '')
  return `${whole.trimEnd()}…`
}

/** What a research is called: by its question, one for which a page was pasted by its report once that is there. */
export const calledBy = (question: string, report: { title: string } | null): string =>
  report && isCut(question) ? report.title : questionInShort(question)

/** All that was asked, where a heading has its beginning alone. */
export function WholeQuestion({ question }: { question: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isCut(question)) return null
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
