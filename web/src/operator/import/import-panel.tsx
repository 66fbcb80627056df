import { Segmented } from 'antd'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { usePanel } from '../../ui/dialogs/use-panel.ts'
import styles from './import.module.css'
import { ImportFilesTab } from './import-files-tab.tsx'
import { ImportIndex } from './import-index.tsx'
import { MergesTab } from './merges-tab.tsx'

const tabs = [
  { value: 'files', label: '导入文件' },
  { value: 'merges', label: '合并记录' },
  { value: 'index', label: '检索索引' },
]

/** The operator's panel for the library: files in, what was merged, the search index. */
export function ImportPanel({ onClose }: { onClose: () => void }) {
  const { tab, open } = usePanel()
  const shown = tabs.find(({ value }) => value === tab)?.value ?? 'files'
  return (
    <Panel title="文献导入" width={920} onClose={onClose}>
      <div className={styles.tabs}>
        <Segmented
          aria-label="导入"
          options={tabs}
          value={shown}
          onChange={(value) => open('import', value)}
        />
      </div>
      {shown === 'files' && <ImportFilesTab />}
      {shown === 'merges' && <MergesTab />}
      {shown === 'index' && <ImportIndex />}
    </Panel>
  )
}
