import { api } from '@scinav/contract'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { PaperPicker, type PickedPaper, PickedPapers } from '../../paper/rows/paper-picker.tsx'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import styles from '../answer/answer.module.css'

/** How a chat asks for the papers it is about. */
export interface PapersRequest {
  label: string
  max: number
  /** No question can be asked before papers are chosen. */
  required: boolean
  onChoose: (ids: string[]) => void
}

/** Renders, before the first question, the choice of papers or the chosen papers. */
export function ChatPapers({
  wanted,
  ids,
  children,
}: {
  wanted: PapersRequest
  ids: string[]
  children: ReactNode
}) {
  if (ids.length === 0 && wanted.required) return <ChoosePapers wanted={wanted} />
  return (
    <>
      {ids.length > 0 && <ChosenPapers wanted={wanted} ids={ids} />}
      {children}
    </>
  )
}

function ChoosePapers({ wanted: { label, max, onChoose } }: { wanted: PapersRequest }) {
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

function ChosenPapers({ wanted: { onChoose }, ids }: { wanted: PapersRequest; ids: string[] }) {
  const read = useRead(api.papers.byIds, { paper_id_list: ids }, { keepPrevious: true })
  const papers = (read.data?.list ?? []).filter(({ id }) => ids.includes(id))
  return (
    <section className={styles.papers} aria-label="选定的文献">
      <h2>只依据这 {ids.length} 篇文献回答</h2>
      <PickedPapers papers={papers} onChange={(left) => onChoose(left.map(({ id }) => id))} />
    </section>
  )
}
