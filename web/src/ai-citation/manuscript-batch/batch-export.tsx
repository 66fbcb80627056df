import { api, type manuscriptBatchFormats } from '@scinav/contract'
import { useState } from 'react'
import { callFile } from '../../api/call-file.ts'
import { useRead } from '../../api/use-read.ts'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import styles from '../manuscript-check/manuscript-check.module.css'

/** A format of an export. */
type Format = (typeof manuscriptBatchFormats)[number]

/** Departments with files of their own in the menu. */
const MAX_LISTED_DEPARTMENTS = 30

/**
 * Renders the menu of files that a batch can be saved as: tables and reports of the whole batch and, where there are
 * several, of each department. Renders nothing before the theses are known.
 */
export function BatchExport({ batch_id }: { batch_id: string }) {
  const { data } = useRead(api.manuscriptBatches.batch, { batch_id })
  const [isBusy, setBusy] = useState(false)
  if (!data || data.departments.length === 0) return null
  const save = async (format: Format, name: string, department?: string) => {
    if (isBusy) return
    setBusy(true)
    const answer = await callFile(api.manuscriptBatches.export, { batch_id, format, department })
    setBusy(false)
    if (!answer.success) return toast(`没有导出：${answer.message}`, { tone: 'bad' })
    if (answer.data instanceof Blob) saveFile(answer.data, name)
    toast(`已导出${name}`)
  }
  const hasReports = data.theses.completed > 0 && data.purged_at === null
  const listed = data.departments.length > 1 ? data.departments.slice(0, MAX_LISTED_DEPARTMENTS) : []
  const actions = [
    {
      name: '结果表',
      icon: 'file-table' as const,
      note: 'XLSX，每份论文一行',
      run: () => void save('xlsx', '结果表'),
    },
    ...(hasReports
      ? [
          {
            name: '全部核对报告',
            icon: 'file-text' as const,
            note: 'ZIP，Word 稿件另附带批注的一份',
            run: () => void save('reports', '全部核对报告'),
          },
        ]
      : []),
    ...listed.map(({ department, theses }, at) => ({
      id: `xlsx ${department}`,
      name: `${department}的结果表`,
      icon: 'file-table' as const,
      note: `XLSX，${theses} 份`,
      startsGroup: at === 0,
      run: () => void save('xlsx', `${department}的结果表`, department),
    })),
    ...(hasReports ? listed.filter(({ completed }) => completed > 0) : []).map(
      ({ department, completed }, at) => ({
        id: `reports ${department}`,
        name: `${department}的核对报告`,
        icon: 'file-text' as const,
        note: `ZIP，${completed} 份`,
        startsGroup: at === 0,
        run: () => void save('reports', `${department}的核对报告`, department),
      }),
    ),
  ]
  return (
    <MenuButton
      label="导出"
      button={
        <span className={styles.export}>
          <Icon name="export" size={16} />
          {isBusy ? '正在导出' : '导出'}
        </span>
      }
      {...(data.finished_at === null && { head: '核对还没有完成，只有已完成的论文有结果' })}
      actions={actions}
    />
  )
}
