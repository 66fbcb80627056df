import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { plainText } from '../highlight/markup.ts'
import styles from './paper-picker.module.css'
import { StatusMark, statusMark } from './status-mark.tsx'

/** Maximum number of papers that one call returns. */
const MAX_PAPERS = 200

/** Renders those of the chosen papers about which a notice was published, each with its mark; nothing without any. */
export function ChosenStanding({ ids }: { ids: readonly string[] }) {
  const input = { paper_id_list: ids.slice(0, MAX_PAPERS) }
  const { data } = useRead(api.papers.byIds, input, { enabled: ids.length > 0, keepPrevious: true })
  const noticed = (data?.list ?? []).filter((paper) => ids.includes(paper.id) && statusMark(paper))
  if (noticed.length === 0) return null
  return (
    <ul className={styles.noticed} aria-label="选定文献的声明">
      {noticed.map(({ id, title, status, status_notice }) => (
        <li key={id}>
          <span>{plainText(title)}</span>
          <StatusMark status={status} status_notice={status_notice} />
        </li>
      ))}
    </ul>
  )
}
