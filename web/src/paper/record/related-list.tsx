import { api, type OutputOf } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import type { Paper } from '../paper.ts'
import { PaperRow } from '../rows/paper-row.tsx'

type Likeness = OutputOf<typeof api.papers.related>[number]['reason']

/** Papers like this one, each with why it is shown. */
export function RelatedList({ paper }: { paper: Paper }) {
  const related = useRead(api.papers.related, { paper_id: paper.id, page_size: 20 })
  return (
    <ReadView
      of={related}
      what="相关文献"
      isEmpty={(list) => list.length === 0}
      empty={{ title: '没有找到与它相近的文献' }}
    >
      {(list) => list.map((one) => <PaperRow key={one.id} paper={one} note={reasonOf(one.reason)} />)}
    </ReadView>
  )
}

/** Says in one line what two papers have in common. */
function reasonOf({ shared_keywords, shared_authors, cites, cited_by }: Likeness): string {
  const reasons = [
    cites && '它引用了这篇',
    cited_by && '这篇引用了它',
    shared_authors.length > 0 && `共同作者：${shared_authors.slice(0, 3).join('，')}`,
    shared_keywords.length > 0 && `共同关键词：${shared_keywords.slice(0, 4).join('，')}`,
  ]
  const said = reasons.filter(Boolean).join('；')
  return said || '题名和摘要相近'
}
