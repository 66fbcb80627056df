import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useRead } from '../../api/use-read.ts'
import { formatCount } from '../../ui/figures.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import dialogs from '../list/dialogs.module.css'
import { useListAddress } from '../list/list-address.ts'
import styles from './archive.module.css'
import { resetBaseImport } from './base-import.state.ts'

type Report = OutputOf<typeof api.baseArchive.importState>

/** Renders the result of an import: how much was imported, and what was not and why. */
export function BaseImportReport({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const report = useRead(api.baseArchive.importState, { job_id: jobId })
  const cache = useQueryClient()
  // Refreshes the list, which contains the new knowledge base.
  useEffect(() => void cache.invalidateQueries({ queryKey: [api.datasets.all.path] }), [cache])
  return (
    <ReadView of={report} what="导入结果">
      {(told) => <ImportOutcome report={told} onClose={onClose} />}
    </ReadView>
  )
}

function ImportOutcome({ report, onClose }: { report: Report; onClose: () => void }) {
  const { go } = useListAddress()
  const { dataset_id, error, failed, remarks } = report
  const open = (id: string) => {
    resetBaseImport()
    onClose()
    go({ dataset_id: id })
  }
  return (
    <>
      {error && <Notice tone={report.state === 'cancelled' ? 'warning' : 'bad'}>{error}</Notice>}
      {dataset_id && <p className={styles.words}>{importSummary(report)}</p>}
      {remarks.length > 0 && (
        <section aria-label={failed > 0 ? '没有导入的' : '说明'}>
          <h3 className={styles.title}>
            {failed > 0 ? `${formatCount(failed)} 份没有导入，其他说明也列在下面` : '已导入，但有说明'}
          </h3>
          <ul className={styles.remarks}>
            {remarks.map(({ name, reason }, at) => (
              // Two documents may have the same name and reason.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={at}>
                <b>{name}</b>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={dialogs.foot}>
        <Button onClick={resetBaseImport}>导入另一个</Button>
        {dataset_id && (
          <Button type="primary" onClick={() => open(dataset_id)}>
            打开
          </Button>
        )}
      </div>
    </>
  )
}

function importSummary({ dataset_name, added, joined, annotations }: Report): string {
  const parts = [
    `${formatCount(added)} 份文档`,
    joined > 0 && `${formatCount(joined)} 份与包里另一份相同，合为一份`,
    annotations > 0 && `${formatCount(annotations)} 条批注`,
  ]
  return `${inCorners(dataset_name ?? '')}导入了 ${parts.filter(Boolean).join('，')}。文件正在处理，处理好的就可以检索和提问。`
}
