import { api, type manuscriptExportFormats } from '@scinav/contract'
import { useState } from 'react'
import { callFile } from '../../api/call-file.ts'
import { useRead } from '../../api/use-read.ts'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import styles from './manuscript-check.module.css'

/** A format of an export. */
type Format = (typeof manuscriptExportFormats)[number]

/** An item of the menu; `note` says what the file holds. */
interface ExportOption {
  format: Format
  name: string
  icon: IconName
  note: string
}

/** The items of the menu in their order. */
const exportOptions: readonly ExportOption[] = [
  { format: 'docx', name: '带批注的 Word', icon: 'note', note: '批注在原处，改正记为修订' },
  { format: 'report', name: '核对报告', icon: 'file-text', note: 'Word，含签名栏' },
  { format: 'xlsx', name: '明细表', icon: 'file-table', note: 'XLSX，每个问题一行' },
  { format: 'json', name: '机读结果', icon: 'file-code', note: 'JSON' },
]

/**
 * Renders the menu of files that a check can be saved as; nothing before its manuscript has been read. Only Word
 * manuscripts can be saved with comments.
 */
export function ExportMenu({ check_id }: { check_id: string }) {
  const { data } = useRead(api.manuscriptChecks.run, { check_id })
  const [isBusy, setBusy] = useState(false)
  if (!data?.snapshot.facts) return null
  const isWord = /\.docx$/i.test(data.file_name)
  const save = async ({ format, name }: ExportOption) => {
    setBusy(true)
    const answer = await callFile(api.manuscriptChecks.export, { check_id, format })
    setBusy(false)
    if (!answer.success) return toast(`没有导出：${answer.message}`, { tone: 'bad' })
    if (answer.data instanceof Blob) saveFile(answer.data, name)
    toast(`已导出${name}`)
  }
  const actions = exportOptions
    .filter(({ format }) => isWord || format !== 'docx')
    .map((option) => ({ ...option, run: () => void (isBusy || save(option)) }))
  const print = {
    name: '打印或存为 PDF',
    icon: 'print' as const,
    note: '浏览器的打印窗口',
    run: () => globalThis.print(),
  }
  return (
    <MenuButton
      label="导出"
      button={
        <span className={styles.export}>
          <Icon name="export" size={16} />
          {isBusy ? '正在导出' : '导出'}
        </span>
      }
      {...(data.state === 'running' && { head: '核对还没有完成，导出的文件里会注明' })}
      actions={[...actions, print]}
    />
  )
}
