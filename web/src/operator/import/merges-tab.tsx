import { api, type OutputOf } from '@scinav/contract'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Highlighted } from '../../paper/highlight/highlighted.tsx'
import { plainText } from '../../paper/highlight/markup.ts'
import { allowClear } from '../../ui/fields/allow-clear.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import shared from '../operator.module.css'
import { PagedList } from '../paged-list.tsx'
import styles from './import.module.css'

type MergesPage = OutputOf<typeof api.library.merges>
/** A record that was merged into a paper. */
type Merge = MergesPage['list'][number]

/** Number of merged records on a page. */
const PAGE_SIZE = 20

/** Renders records merged as the same work; each merge can be undone. */
export function MergesTab() {
  const [keyword, setKeyword] = useState('')
  const [page_num, setPage] = useState(1)
  const merges = useRead(
    api.library.merges,
    { keyword, page_num, page_size: PAGE_SIZE },
    { keepPrevious: true },
  )
  const undoMerge = useWrite(api.library.undoMerge, { refreshes: [api.library.merges, api.library.imports] })
  const split = async (merge_id: string) => {
    const answer = await undoMerge.mutateAsync({ merge_id })
    if (!answer.success) return toast(`没有拆分：${answer.message}`, { tone: 'bad' })
    toast('已拆分为独立的文献')
  }
  return (
    <>
      <div className={shared.tools}>
        <Input.Search
          allowClear={allowClear}
          className={shared.search ?? ''}
          placeholder="题名"
          aria-label="查找合并记录"
          onSearch={(text) => {
            setKeyword(text.trim())
            setPage(1)
          }}
        />
      </div>
      <PagedList
        of={merges}
        what="合并记录"
        onPage={setPage}
        empty={
          keyword
            ? { title: '没有符合条件的合并记录', note: '换一个词试试' }
            : { title: '还没有合并过文献', note: '导入时遇到同一篇文献会并为一篇，并记在这里' }
        }
      >
        {(list) => (
          <ul>
            {list.map((merge) => (
              <MergeRow key={merge.id} merge={merge} onSplit={split} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

/** Labels of the rules by which records are merged. */
const ruleNames: Record<string, string> = {
  doi: 'DOI 相同',
  arxiv: 'arXiv 编号相同',
  pmid: 'PMID 相同',
  pmcid: 'PMCID 相同',
  isbn: 'ISBN 相同',
  cstr: 'CSTR 相同',
  openalex: 'OpenAlex 编号相同',
  dblp: 'DBLP 编号相同',
  acl: 'ACL 编号相同',
  cnki: '知网编号相同',
  wos: 'Web of Science 编号相同',
  title: '题名、年份和作者相符',
}

/** Renders a merged record beside its paper, with the button that makes it a paper of its own. */
function MergeRow({ merge, onSplit }: { merge: Merge; onSplit: (id: string) => void }) {
  return (
    <li className={shared.row}>
      <div className={shared.words}>
        <div className={shared.name}>
          <Highlighted text={merge.title} />
        </div>
        <div className={styles.into}>
          {merge.paper ? (
            <>
              并入「
              <Highlighted text={merge.paper.title} />」
            </>
          ) : (
            '并入的文献已不在库中'
          )}
        </div>
        <div className={shared.quiet}>
          {ruleNames[merge.rule] ?? '标识符相同'} · {merge.source} · <RelativeTime at={merge.created_at} />
        </div>
      </div>
      <Button aria-label={`拆分：${plainText(merge.title)}`} onClick={() => onSplit(merge.id)}>
        拆分
      </Button>
    </li>
  )
}
