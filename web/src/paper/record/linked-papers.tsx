import { api, type OutputOf } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Pages } from '../../ui/views/pages.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import type { Paper } from '../paper.ts'
import { PaperRow } from '../rows/paper-row.tsx'
import styles from './paper-drawer.module.css'

type RelatedReason = OutputOf<typeof api.papers.related>[number]['reason']

/** Number of related papers that are shown. */
const MAX_RELATED = 20

/** Renders papers related to this one, each with the reason. */
export function RelatedList({ paper }: { paper: Paper }) {
  const related = useRead(api.papers.related, { paper_id: paper.id, page_size: MAX_RELATED })
  return (
    <ReadView
      of={related}
      what="相关文献"
      isEmpty={(list) => list.length === 0}
      empty={{ title: '没有找到与它相近的文献' }}
    >
      {(list) =>
        list.map((related) => <PaperRow key={related.id} paper={related} note={reasonText(related.reason)} />)
      }
    </ReadView>
  )
}

/** Maximum numbers of shared authors and keywords that a reason names. */
const MAX_AUTHORS = 3
const MAX_KEYWORDS = 4

/** Formats in one line what two papers have in common. */
function reasonText({ shared_keywords, shared_authors, cites, cited_by }: RelatedReason): string {
  const reasons = [
    cites && '它引用了这篇',
    cited_by && '这篇引用了它',
    shared_authors.length > 0 && `共同作者：${shared_authors.slice(0, MAX_AUTHORS).join('，')}`,
    shared_keywords.length > 0 && `共同关键词：${shared_keywords.slice(0, MAX_KEYWORDS).join('，')}`,
  ]
  return reasons.filter(Boolean).join('；') || '题名和摘要相近'
}

/** Number of papers on a page. */
const PAGE_SIZE = 20

interface CitationListProps {
  paper: Paper
  /** Which papers: those that it cites (`references`), or those that cite it (`cited`). */
  direction: 'references' | 'cited'
}

/** Renders the papers that a paper cites, or that cite it, as far as they are in the library. */
export function CitationList({ paper, direction }: CitationListProps) {
  const [page_num, setPage] = useState(1)
  const input = { paper_id: paper.id, page_num, page_size: PAGE_SIZE }
  const references = useRead(api.papers.references, input, {
    enabled: direction === 'references',
    keepPrevious: true,
  })
  const cited = useRead(api.papers.citedBy, input, { enabled: direction === 'cited', keepPrevious: true })
  const shown = direction === 'references' ? references : cited
  // Of the papers it cites, the library has only some; for citing papers there is no such count.
  const citedCount = direction === 'references' ? (references.data?.all ?? 0) : 0

  return (
    <ReadView
      of={shown}
      what={direction === 'references' ? '参考文献' : '施引文献'}
      isEmpty={({ total }) => total === 0}
      empty={direction === 'references' ? noReferences(citedCount) : noCitations}
    >
      {({ list, total }) => (
        <>
          {citedCount > total && (
            <p className={styles.quiet}>
              共引用 {citedCount} 篇，其中 {total} 篇在本馆文献中
            </p>
          )}
          {list.map((linked) => (
            <PaperRow key={linked.id} paper={linked} />
          ))}
          <Pages page={page_num} size={PAGE_SIZE} total={total} onPage={setPage} />
        </>
      )}
    </ReadView>
  )
}

/** Returns what is shown when the library has none of the references; `citedCount` is their number in the record. */
const noReferences = (citedCount: number) =>
  citedCount > 0
    ? { title: '它引用的都不在本馆文献中', note: `记录里有 ${citedCount} 条参考文献` }
    : { title: '没有参考文献的记录' }

/** Shown when no paper of the library cites the paper. */
const noCitations = { title: '本馆文献中没有施引文献' }
