import { api } from '@scinav/contract'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { callFile } from '../../api/call-file.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { chosenIds, type ReferenceSource, type Styles } from './reference-preview.tsx'
import styles from './references-panel.module.css'

interface Props {
  of: ReferenceSource
  style: string
  format: Styles['formats'][number] | undefined
  onDone: () => void
}

/** Renders 下载 and 复制. Word files and whole results can only be downloaded. */
export function ReferenceActions({ of, style, format, onDone }: Props) {
  const foot = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  if (!format) return null
  const ids = chosenIds(of)
  const canCopy = ids !== undefined && ids.length <= 200 && format.id !== 'docx'

  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const copy = () =>
    during(async () => {
      const answer = await call(api.citation.export, { ...exportInput(of), style, format: format.id })
      if (!answer.success) return toast(`没有复制：${answer.message}`, { tone: 'bad' })
      const copied = await copyText(answer.data.text, foot.current ?? document.body)
      toast(
        copied
          ? `已复制 ${(ids ?? []).length - answer.data.missing.length} 篇${missingText(answer.data.missing)}`
          : '浏览器不允许复制，请选中文字后按 Ctrl C',
        copied ? {} : { tone: 'bad' },
      )
    })
  const download = () =>
    during(async () => {
      const answer = await callFile(api.citation.export, { ...exportInput(of), style, format: format.id })
      if (!answer.success) return toast(`没有导出：${answer.message}`, { tone: 'bad' })
      saveFile(answer.data instanceof Blob ? answer.data : answer.data.text, fileName(format.extension))
      toast(`已导出${answer.data instanceof Blob ? '' : missingText(answer.data.missing)}`)
      onDone()
    })
  return (
    <div ref={foot} className={styles.foot}>
      <ActionButton name="下载" onPress={() => void download()} busy={busy} primary={!canCopy} />
      {canCopy && <ActionButton name="复制" onPress={() => void copy()} busy={busy} primary />}
    </div>
  )
}

/** Formats the number of papers that no longer exist; in a Word file they are listed before its text. */
const missingText = (missing: string[]) =>
  missing.length > 0 ? `，${missing.length} 篇已不在本馆文献中` : ''

function exportInput(of: ReferenceSource) {
  if (!('query' in of)) return of
  const { total: _, ...search } = of
  return search
}

function fileName(extension: string): string {
  const day = new Date().toLocaleDateString('sv-SE')
  return `文献-${day}.${extension.replace(/^\./, '')}`
}
