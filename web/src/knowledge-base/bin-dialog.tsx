import { api, type OutputOf } from '@scinav/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { plainText } from '../paper/highlight/markup.ts'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { Panel } from '../ui/dialogs/panel.tsx'
import { fileSize, formatCount } from '../ui/figures.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { useFileActions } from './files/use-file-actions.ts'
import styles from './list/dialogs.module.css'
import type { Dataset } from './list/lists.ts'
import { mayEdit } from './list/rights.ts'
import { useListActions } from './use-list-actions.ts'

type Bin = OutputOf<typeof api.datasets.bin>
type DeletedEntry = OutputOf<typeof api.ingestion.bin>['list'][number]

/**
 * Renders the deleted documents of the shown list, and deleted lists. Lists can be restored, documents restored or
 * deleted for good by those who may edit the list.
 */
export function BinDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const [view, setView] = useState<'documents' | 'lists'>('documents')
  return (
    <Panel title="回收站" width={640} onClose={onClose}>
      <div className={styles.views}>
        <QuietButton pressed={view === 'documents'} onPress={() => setView('documents')}>
          {dataset.name}里的文献
        </QuietButton>
        <QuietButton pressed={view === 'lists'} onPress={() => setView('lists')}>
          文献清单和知识库
        </QuietButton>
      </div>
      <p className={styles.quiet}>删除的内容保留 30 天，到期自动清除</p>
      {view === 'documents' ? <DeletedDocuments dataset={dataset} /> : <DeletedLists />}
    </Panel>
  )
}

/** Renders the deleted lists; each can be restored. */
function DeletedLists() {
  const bin = useRead(api.datasets.bin, {})
  const { restore } = useListActions()
  return (
    <ReadView
      of={bin}
      what="回收站"
      isEmpty={(list: Bin) => list.length === 0}
      empty={{ title: '回收站是空的' }}
    >
      {(list) => (
        <ul>
          {list.map((dataset) => (
            <li key={dataset.id} className={styles.binned}>
              <div className={styles.binnedWords}>
                <div>{dataset.name}</div>
                <div className={styles.quiet}>
                  {formatCount(dataset.document_count)} 篇 · <RelativeTime at={dataset.deleted_at} />
                  删除
                </div>
              </div>
              <Button aria-label={`恢复：${dataset.name}`} onClick={() => void restore(dataset)}>
                恢复
              </Button>
            </li>
          ))}
        </ul>
      )}
    </ReadView>
  )
}

/** Number of documents on a page. */
const PAGE_SIZE = 20

/** Renders the deleted documents of a list, the last deleted first. */
function DeletedDocuments({ dataset }: { dataset: Dataset }) {
  const [page, setPage] = useState(1)
  const bin = useRead(
    api.ingestion.bin,
    { dataset_id: dataset.id, page_num: page, page_size: PAGE_SIZE },
    { keepPrevious: true },
  )
  return (
    <ReadView of={bin} what="回收站" isEmpty={({ total }) => total === 0} empty={{ title: '回收站是空的' }}>
      {({ list, total }) => (
        <>
          <ul>
            {list.map((document) => (
              <DeletedDocument key={document.id} document={document} isEditable={mayEdit(dataset)} />
            ))}
          </ul>
          <Pages page={page} size={PAGE_SIZE} total={total} onPage={setPage} />
        </>
      )}
    </ReadView>
  )
}

/** Renders a deleted document; who may edit the list can restore it or, after a confirmation, delete it for good. */
function DeletedDocument({ document, isEditable }: { document: DeletedEntry; isEditable: boolean }) {
  const { restore } = useFileActions()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useWrite(api.ingestion.remove, { refreshes: [api.ingestion.bin] })
  const { id, size_bytes, deleted_at } = document
  const name = plainText(document.title)
  const deleteForGood = async () => {
    const answer = await remove.mutateAsync({ document_id: id, for_good: true })
    if (!answer.success) toast(`没有删除：${answer.message}`, { tone: 'bad' })
  }
  return (
    <li className={styles.binned}>
      <div className={styles.binnedWords}>
        <div title={document.name}>{name}</div>
        <div className={styles.quiet}>
          {size_bytes > 0 && `${fileSize(size_bytes)} · `}
          <RelativeTime at={deleted_at} />
          删除
        </div>
      </div>
      {isEditable && isConfirming && (
        <QuietButton label={`确认彻底删除：${name}`} onPress={() => void deleteForGood()}>
          彻底删除，不能恢复
        </QuietButton>
      )}
      {isEditable && !isConfirming && (
        <QuietButton label={`彻底删除：${name}`} onPress={() => setConfirming(true)}>
          彻底删除
        </QuietButton>
      )}
      {isEditable && (
        <Button aria-label={`恢复：${name}`} onClick={() => void restore([id])}>
          恢复
        </Button>
      )}
    </li>
  )
}
