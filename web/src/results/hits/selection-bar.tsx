import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useAsk, useResearch } from '../../chat/start/use-start.ts'
import { readingListAddress } from '../../paper/addresses.ts'
import { citePapers, comparePapers, exportPapers, openKeepDialog } from '../../paper/paper-action.state.ts'
import { bottomBar } from '../../ui/bottom-bar.ts'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import styles from './results.module.css'
import { changeSelection, clearSelection, usePaperSelection } from './selection.state.ts'

interface Props {
  /** Keys of the hits on this page. */
  page: readonly string[]
  /** Keys of all selected hits. */
  chosen: readonly string[]
  /** Called to select or deselect all of this page. */
  onPage: (chosen: boolean) => void
  /** Called to clear the selection. */
  onNone: () => void
  /** The actions on the selection. */
  children: ReactNode
}

/** Renders the size of the selection and the actions on it; nothing while it is empty. */
export function SelectionBar({ page, chosen, onPage, onNone, children }: Props) {
  if (chosen.length === 0) return null
  const chosenOnPage = page.filter((key) => chosen.includes(key)).length
  return (
    <section className={styles.selectionBar} aria-label="选中的文献" ref={bottomBar}>
      <input
        type="checkbox"
        className={styles.check}
        aria-label="选中本页全部"
        checked={chosenOnPage > 0 && chosenOnPage === page.length}
        // There is no attribute for a box that is neither checked nor unchecked.
        ref={(box) => {
          if (box) box.indeterminate = chosenOnPage > 0 && chosenOnPage < page.length
        }}
        onChange={({ target }) => onPage(target.checked)}
      />
      <span className={styles.count}>已选 {chosen.length} 篇</span>
      {children}
      <button type="button" className={styles.close} aria-label="取消选择" onClick={onNone}>
        <Icon name="close" />
      </button>
    </section>
  )
}

interface SelectionActionProps {
  name: string
  icon: IconName
  run: () => void
  /** The label while the action runs; it cannot be pressed then. */
  busy?: string | undefined
}

/** Renders the button of an action on the selection. */
export function SelectionAction({ name, icon, run, busy }: SelectionActionProps) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={name}
      aria-disabled={busy !== undefined}
      onClick={() => busy === undefined && run()}
    >
      <Icon name={icon} />
      <span>{busy ?? name}</span>
    </button>
  )
}

/** The actions on selected papers; `minPapers` is the fewest papers for which one is offered. */
const selectionActions: { name: string; icon: IconName; run: (ids: string[]) => void; minPapers: number }[] =
  [
    { name: '对比', icon: 'columns', run: comparePapers, minPapers: 2 },
    { name: '收藏到…', icon: 'bookmark', run: openKeepDialog, minPapers: 1 },
    { name: '引用', icon: 'quote', run: citePapers, minPapers: 1 },
    { name: '导出', icon: 'export', run: exportPapers, minPapers: 1 },
  ]

/** Maximum number of papers in one question, and in the reader; of more, the first ones are taken. */
const MAX_QUESTION_PAPERS = 50

/**
 * Renders the actions on the selected papers of all pages; nothing while none is selected. `page` are the ids of the
 * papers on this page.
 */
export function PaperSelectionBar({ page }: { page: string[] }) {
  const ids = usePaperSelection((state) => state.ids)
  const ask = useAsk()
  const research = useResearch()
  const navigate = useNavigate()
  const read = () => void navigate(readingListAddress(ids.slice(0, MAX_QUESTION_PAPERS)))
  return (
    <SelectionBar
      page={page}
      chosen={ids}
      onPage={(all) => changeSelection(page, all)}
      onNone={clearSelection}
    >
      {selectionActions
        .filter(({ minPapers }) => ids.length >= minPapers)
        .map(({ name, icon, run }) => (
          <SelectionAction key={name} name={name} icon={icon} run={() => run(ids)} />
        ))}
      <SelectionAction name="阅读" icon="book" run={read} />
      {research && (
        <SelectionAction
          name="深度研究"
          icon="compass"
          run={() => research({ paper_id_list: ids.slice(0, MAX_QUESTION_PAPERS) })}
        />
      )}
      {ask && (
        <SelectionAction
          name="提问"
          icon="chat"
          run={() => ask({ paper_id_list: ids.slice(0, MAX_QUESTION_PAPERS) })}
        />
      )}
    </SelectionBar>
  )
}
