import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { formatCount } from '../../ui/figures.ts'
import { useMedia } from '../../ui/use-media.ts'
import { focusRow } from '../../ui/use-row-keys.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
import { type PaperTab, usePaperAddress } from '../addresses.ts'
import type { Paper } from '../paper.ts'
import { useViewLog } from '../use-view-log.ts'
import { CitationList, RelatedList } from './linked-papers.tsx'
import styles from './paper-drawer.module.css'
import { PaperHead } from './paper-head.tsx'
import { PaperRecord } from './paper-record.tsx'
import { StepButtons, usePaperSteps } from './paper-steps.tsx'

/** Renders the paper of `?paper=` over any screen: its record, references, citing and related papers. */
export function PaperDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useRead(api.papers.byIds, { paper_id_list: [id] }, { keepPrevious: true })
  useViewLog({ paper_id: found.data?.list[0]?.id })
  const steps = usePaperSteps(id)
  const isModeless = useIsModeless()
  const close = () => {
    onClose()
    // The paper may not be the one whose row was pressed.
    if (steps.isInList) focusRow(id)
  }
  return (
    <Panel
      title="文献"
      width={720}
      side
      isModeless={isModeless}
      tools={<StepButtons steps={steps} />}
      variants={{ 'data-in-list': steps.isInList }}
      onClose={close}
    >
      <ReadView of={found} what="文献">
        {({ list: [paper] }) =>
          paper ? (
            <OpenedPaper key={paper.id} paper={paper} />
          ) : (
            <EmptyView title="没有这篇文献" note="它可能已经合并到另一条记录，或被移出了本馆文献" />
          )
        }
      </ReadView>
    </Panel>
  )
}

/** Whether the drawer leaves the screen usable; on a phone, and over an open dialog, it covers everything. */
function useIsModeless(): boolean {
  const isWide = useMedia('(min-width: 768px)')
  const [isOverDialog] = useState(() => document.querySelector('dialog[open]') !== null)
  return isWide && !isOverDialog
}

/** Renders a paper with the tabs of its record, its references, and the papers that cite it or resemble it. */
function OpenedPaper({ paper }: { paper: Paper }) {
  const { tab, open } = usePaperAddress()
  const tabs: { tab: PaperTab | undefined; name: string }[] = [
    { tab: undefined, name: '概要' },
    { tab: 'references', name: withCount('参考文献', paper.reference_ids.length) },
    { tab: 'cited', name: withCount('被引', paper.cited_by_count) },
    { tab: 'related', name: '相关' },
  ]
  const shown = tabs.find((option) => option.tab === tab) ?? tabs[0]
  return (
    <>
      <PaperHead paper={paper} />
      <nav className={styles.tabs} aria-label="文献的内容">
        {tabs.map((option) => (
          <button
            key={option.name}
            type="button"
            aria-current={option === shown ? 'page' : undefined}
            onClick={() => open(paper.id, option.tab)}
          >
            {option.name}
          </button>
        ))}
      </nav>
      <section aria-label={shown?.name}>
        <TabContent tab={shown?.tab} paper={paper} />
      </section>
    </>
  )
}

/** Renders the content of a tab; undefined is that of the record. */
function TabContent({ tab, paper }: { tab: PaperTab | undefined; paper: Paper }) {
  if (tab === 'references') return <CitationList paper={paper} direction="references" />
  if (tab === 'cited') return <CitationList paper={paper} direction="cited" />
  if (tab === 'related') return <RelatedList paper={paper} />
  return <PaperRecord paper={paper} />
}

/** Returns a name with a count after it, unless that is 0. */
const withCount = (name: string, count: number) => (count > 0 ? `${name} ${formatCount(count)}` : name)
