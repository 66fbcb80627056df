import { api } from '@scinav/contract'
import { Button } from 'antd'
import { useRead } from '../api/use-read.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { formatCount } from '../ui/figures.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './project.module.css'
import { useProjectActions } from './use-project-actions.ts'

/** Renders deleted projects that can still be restored. */
export function BinDialog({ onClose }: { onClose: () => void }) {
  const bin = useRead(api.projects.bin, {})
  const { restore } = useProjectActions()
  return (
    <Panel title="回收站" width={640} onClose={onClose}>
      <ReadView
        of={bin}
        what="回收站"
        isEmpty={(list) => list.length === 0}
        empty={{ title: '回收站是空的', note: '您删除的项目在这里保留 30 天' }}
      >
        {(list) => (
          <ul>
            {list.map((project) => (
              <li key={project.id} className={styles.binned}>
                <div className={styles.words}>
                  <div>{project.name}</div>
                  <div className={styles.dialogQuiet}>
                    {formatCount(project.dataset_count)} 个知识库 · {formatCount(project.member_count)} 位成员
                    · <RelativeTime at={project.deleted_at} />
                    删除
                  </div>
                </div>
                <Button aria-label={`恢复：${project.name}`} onClick={() => void restore(project)}>
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
