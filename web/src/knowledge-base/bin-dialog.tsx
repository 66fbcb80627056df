import { api, type OutputOf } from '@scinav/contract'
import { Button } from 'antd'
import { useRead } from '../api/use-read.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { count } from '../ui/figures.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './dialogs.module.css'
import { useListActions } from './use-list-actions.ts'

type Bin = OutputOf<typeof api.datasets.bin>

/** Deleted lists that can still be brought back. */
export function BinDialog({ onClose }: { onClose: () => void }) {
  const bin = useRead(api.datasets.bin, {})
  const { bringBack } = useListActions()
  return (
    <Panel title="回收站" width={640} onClose={onClose}>
      <ReadView
        of={bin}
        what="回收站"
        isEmpty={(list: Bin) => list.length === 0}
        empty={{ title: '回收站是空的', note: '删除的清单在这里保留 30 天' }}
      >
        {(list) => (
          <ul>
            {list.map((dataset) => (
              <li key={dataset.id} className={styles.binned}>
                <div className={styles.binnedWords}>
                  <div>{dataset.name}</div>
                  <div className={styles.quiet}>
                    {count(dataset.document_count)} 篇 · <RelativeTime at={dataset.deleted_at} />
                    删除
                  </div>
                </div>
                <Button aria-label={`恢复：${dataset.name}`} onClick={() => void bringBack(dataset)}>
                  恢复
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ReadView>
    </Panel>
  )
}
