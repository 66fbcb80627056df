import { useNavigate } from 'react-router'
import { agentAddress } from '../ui/agent-start.ts'
import { Icon, type IconName } from '../ui/icons/icon.tsx'
import { citePapers, comparePapers, exportPapers, keepPapers } from '../ui/paper/paper-deeds.state.ts'
import { choose, clearSelection, useSelection } from './selection.state.ts'
import styles from './selection-bar.module.css'

const deeds: { name: string; icon: IconName; run: (ids: string[]) => void; least: number }[] = [
  { name: '对比', icon: 'columns', run: comparePapers, least: 2 },
  { name: '加入清单', icon: 'bookmark', run: keepPapers, least: 1 },
  { name: '引用', icon: 'quote', run: citePapers, least: 1 },
  { name: '导出', icon: 'export', run: exportPapers, least: 1 },
]

/** The application that reads papers, and how many it takes at once. */
const READER = 'paper_reading'
const MOST_ASKED = 50

/** What can be done with the chosen papers, of this page and others. Nothing while none is chosen. */
export function SelectionBar({ page }: { page: string[] }) {
  const ids = useSelection((state) => state.ids)
  const navigate = useNavigate()
  if (ids.length === 0) return null
  const here = page.filter((id) => ids.includes(id)).length
  return (
    <section className={styles.bar} aria-label="选中的文献">
      <input
        type="checkbox"
        className={styles.check}
        aria-label="选中本页全部"
        checked={here > 0 && here === page.length}
        ref={(box) => {
          if (box) box.indeterminate = here < page.length
        }}
        onChange={(event) => choose(page, event.target.checked)}
      />
      <span className={styles.count}>已选 {ids.length} 篇</span>
      {deeds
        .filter(({ least }) => ids.length >= least)
        .map(({ name, icon, run }) => (
          <button key={name} type="button" className={styles.deed} aria-label={name} onClick={() => run(ids)}>
            <Icon name={icon} />
            <span>{name}</span>
          </button>
        ))}
      <button
        type="button"
        className={styles.deed}
        aria-label="提问"
        onClick={() => void navigate(agentAddress(READER, { paper_id_list: ids.slice(0, MOST_ASKED) }))}
      >
        <Icon name="chat" />
        <span>提问</span>
      </button>
      <button type="button" className={styles.close} aria-label="取消选择" onClick={clearSelection}>
        <Icon name="close" />
      </button>
    </section>
  )
}
