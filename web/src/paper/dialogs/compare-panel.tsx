import { api } from '@scinav/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { formatCount } from '../../ui/figures.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { usePaperAddress } from '../addresses.ts'
import { Highlighted } from '../highlight/highlighted.tsx'
import { authorsOf, type Paper, printedName, sourceNameOf, typeName, yearOf } from '../paper.ts'
import { PaperBadges, RankBadges } from '../rows/badges.tsx'
import styles from './dialogs.module.css'

/** Maximum number of papers that remain readable next to each other. */
const MAX_PAPERS = 8

/** Renders papers side by side: one column per paper, one row per field of their records. */
export function ComparePanel({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const shown = ids.slice(0, MAX_PAPERS)
  const papers = useRead(api.papers.byIds, { paper_id_list: shown })
  return (
    <Panel title={`对比 ${shown.length} 篇`} width={1280} onClose={onClose}>
      {ids.length > MAX_PAPERS && <p className={styles.compareNote}>只对比前 {MAX_PAPERS} 篇。</p>}
      <ReadView of={papers} what="文献">
        {({ list }) => <CompareTable papers={list} onOpen={onClose} />}
      </ReadView>
    </Panel>
  )
}

/** Renders papers side by side, a column for each; `onOpen` is called when one is opened. */
function CompareTable({ papers, onOpen }: { papers: Paper[]; onOpen: () => void }) {
  const { searchOf } = usePaperAddress()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must do so by the keyboard too
    <section className={styles.frame} tabIndex={0} aria-label="对照表">
      <table className={styles.table} style={{ '--papers': papers.length }}>
        <thead>
          <tr>
            <th scope="col">题名</th>
            {papers.map((paper) => (
              <th key={paper.id} scope="col">
                <Link to={{ search: searchOf(paper.id) }} onClick={onOpen}>
                  <Highlighted text={paper.title} />
                </Link>{' '}
                <PaperBadges paper={paper} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ cell }) => papers.some((paper) => cell(paper)))
            .map(({ name, cell }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {papers.map((paper) => (
                  <td key={paper.id}>{cell(paper) || '—'}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}

/** Maximum number of authors that a cell names. */
const MAX_NAMED_AUTHORS = 6

/** Returns the names of the first authors. */
const authorNames = (paper: Paper) =>
  authorsOf(paper)
    .slice(0, MAX_NAMED_AUTHORS)
    .map((author) => printedName(paper, author))
    .join('，')

/** The rows of the table; one without a value for any of the papers is left out. */
const rows: { name: string; cell: (paper: Paper) => ReactNode }[] = [
  { name: '作者', cell: authorNames },
  { name: '年份', cell: yearOf },
  { name: '来源', cell: sourceNameOf },
  { name: '类型', cell: (paper) => typeName(paper.resource_type) },
  { name: '级别', cell: (paper) => paper.ranks.length > 0 && <RankBadges ranks={paper.ranks} /> },
  // A count of 0 may mean that no source reported one, so it is not compared.
  { name: '被引', cell: (paper) => paper.citation_count > 0 && formatCount(paper.citation_count) },
  { name: '关键词', cell: (paper) => paper.keywords.join('；') },
  { name: '摘要', cell: abstractOf },
  { name: '基金', cell: (paper) => paper.funds.join('；') },
  { name: '开放获取', cell: (paper) => (paper.is_oa ? '是' : '') },
]

/** Returns the abstract, in Chinese where there is one; null without an abstract. */
function abstractOf(paper: Paper): ReactNode {
  const text = paper.abstract_zh ?? paper.abstract
  if (!text) return text
  return (
    <>
      {paper.abstract_by === 'site' && '内容提要（本站撰写）：'}
      <Highlighted text={text} />
    </>
  )
}
