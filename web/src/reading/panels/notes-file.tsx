import { api } from '@scinav/contract'
import { useRef } from 'react'
import { callFile } from '../../api/call-file.ts'
import { useWrite } from '../../api/use-write.ts'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { Target } from '../state/target.ts'
import styles from './panels.module.css'

const formats = [
  { format: 'md', name: 'Markdown', file: 'md' },
  { format: 'docx', name: 'Word', file: 'docx' },
  { format: 'zotero', name: 'Zotero', file: 'json' },
  { format: 'w3c', name: 'W3C 批注', file: 'jsonld' },
  { format: 'json', name: '本站格式', file: 'json' },
] as const

/** The largest file of notes, in bytes. */
const LARGEST = 12 * 1024 * 1024

/** Takes notes along as a file, and brings those of a file. */
export function NotesFile({ target }: { target: Target }) {
  const field = useRef<HTMLInputElement>(null)
  const bringing = useWrite(api.annotations.import, { refreshes: [api.annotations.list] })
  const take = async ({ format, file }: (typeof formats)[number]) => {
    const answer = await callFile(api.annotations.export, { ...target, format })
    if (!answer.success) return toast(`没有导出：${answer.message}`, { tone: 'bad' })
    if (answer.data) saveFile(answer.data, `笔记.${file}`)
  }
  const bring = async (file: File | undefined) => {
    if (!file) return
    if (file.size > LARGEST) return toast('文件超过 12 MB，请分开导入', { tone: 'bad' })
    const content = await file.text()
    const format = content.includes('http://www.w3.org/ns/anno') ? 'w3c' : 'json'
    const answer = await bringing.mutateAsync({ ...target, format, content })
    if (!answer.success) return toast(`没有导入：${answer.message}`, { tone: 'bad' })
    const { added, skipped, refused, lost } = answer.data
    const parts = [
      `导入 ${added} 条`,
      skipped > 0 && `${skipped} 条已有`,
      lost > 0 && `${lost} 条未能定位`,
      refused > 0 && `${refused} 条无法读取`,
    ]
    toast(parts.filter(Boolean).join('，'))
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
          ...formats.map((one) => ({
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
    </>
  )
}
