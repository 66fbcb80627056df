import { api } from '@scinav/contract'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { PaperPicker, type PickedPaper, PickedPapers } from '../../paper/rows/paper-picker.tsx'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import styles from '../answer/answer.module.css'

/** How a chat asks for the papers it is about. */
export interface PapersRequest {
  label: string
  /** Maximum number of papers; 0 for any number. */
  max: number
  /** Whether no question can be asked before papers are chosen. */
  required: boolean
  onChoose: (ids: string[]) => void
}

/** Renders, before the first question, the choice of papers or the chosen papers. */
export function ChatPapers({
  request,
  ids,
  children,
}: {
  request: PapersRequest
  ids: string[]
  children: ReactNode
}) {
  if (ids.length === 0 && request.required) return <ChoosePapers request={request} />
  return (
    <>
      {ids.length > 0 && <ChosenPapers request={request} ids={ids} />}
      {children}
    </>
  )
}

/** Renders the choice of the papers that a chat needs before its first question. */
function ChoosePapers({ request: { label, max, onChoose } }: { request: PapersRequest }) {
  const [papers, setPapers] = useState<PickedPaper[]>([])
  return (
    <section className={styles.papers} aria-label="先选择文献">
      <h2>先选择文献，再提问</h2>
      <PaperPicker label={label} max={max} papers={papers} onChange={setPapers} />
      <ActionButton
        name={papers.length > 0 ? `就这 ${papers.length} 篇，开始提问` : '开始提问'}
        primary
        off={papers.length === 0}
        onPress={() => onChoose(papers.map(({ id }) => id))}
      />
    </section>
  )
}

/** Renders the papers that the chat is about; each can be removed. */
function ChosenPapers({ request: { onChoose }, ids }: { request: PapersRequest; ids: string[] }) {
  const { data } = useRead(api.papers.byIds, { paper_id_list: ids }, { keepPrevious: true })
  const papers = (data?.list ?? []).filter(({ id }) => ids.includes(id))
  return (
    <section className={styles.papers} aria-label="选定的文献">
      <h2>只依据这 {ids.length} 篇文献回答</h2>
      <PickedPapers papers={papers} onChange={(remaining) => onChoose(remaining.map(({ id }) => id))} />
    </section>
  )
}
