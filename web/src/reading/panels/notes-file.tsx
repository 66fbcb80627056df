import { api } from '@scinav/contract'
import { useRef } from 'react'
import { callFile } from '../../api/call-file.ts'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { LongWork } from '../../ui/views/long-work.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import type { ReadingTarget } from '../state/target.ts'
import styles from './panels.module.css'
import { useImportNotes } from './use-import-notes.ts'

const noteFormats = [
  { format: 'md', name: 'Markdown', file: 'md' },
  { format: 'docx', name: 'Word', file: 'docx' },
  { format: 'zotero', name: 'Zotero', file: 'json' },
  { format: 'w3c', name: 'W3C 批注', file: 'jsonld' },
  { format: 'json', name: '本站格式', file: 'json' },
] as const

/** Maximum number of rejected entries that are listed. */
const MAX_REPORTED = 5

/** Renders the export of notes to a file, and the import from one. */
export function NotesFile({ target }: { target: ReadingTarget }) {
  const field = useRef<HTMLInputElement>(null)
  const { progress, refused, problems, bring, cancel } = useImportNotes(target)
  const take = async ({ format, file }: (typeof noteFormats)[number]) => {
    const answer = await callFile(api.annotations.export, { ...target, format })
    if (!answer.success) return toast(`没有导出：${answer.message}`, { tone: 'bad' })
    if (answer.data) saveFile(answer.data, `笔记.${file}`)
  }
  return (
    <>
      <MenuButton
        label="导出和导入笔记"
        button={
          <span className={styles.opener}>
            <Icon name="export" size={16} />
            导出
          </span>
        }
        actions={[
          ...noteFormats.map((one) => ({
            name: `导出为 ${one.name}`,
            icon: 'download' as const,
            run: () => void take(one),
          })),
          { name: '导入 W3C 或本站文件', icon: 'upload', apart: true, run: () => field.current?.click() },
        ]}
      />
      <input
        ref={field}
        type="file"
        hidden
        accept=".json,.jsonld"
        aria-label="笔记文件"
        onChange={({ target: input }) => {
          void bring(input.files?.[0])
          input.value = ''
        }}
      />
      {progress && (
        <div className={styles.importing}>
          <LongWork title="正在导入笔记" progress={progress.share} note={progress.note} onCancel={cancel} />
        </div>
      )}
      {problems.length > 0 && (
        <div className={styles.importing}>
          <Notice tone="warning">
            {refused} 条没有导入：
            {problems
              .slice(0, MAX_REPORTED)
              .map(({ n, why }) => `第 ${n} 条，${why}`)
              .join('；')}
            {refused > MAX_REPORTED && '……'}
          </Notice>
        </div>
      )}
    </>
  )
}
