import { api, type OutputOf } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callFile } from '../../api/call-file.ts'
import { trackUpload } from '../../api/running-uploads.state.ts'
import { type SendOptions, sendBytes } from '../../api/send-bytes.ts'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { fileSize } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { LongWork } from '../../ui/views/long-work.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { type ReadingTarget, targetParams } from '../state/target.ts'
import styles from './panels.module.css'

/** The formats in which notes can be exported. */
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
  const { progress, refused, problems, importFile, cancel } = useNotesImport(target)
  const exportNotes = async ({ format, file }: (typeof noteFormats)[number]) => {
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
          ...noteFormats.map((format) => ({
            name: `导出为 ${format.name}`,
            icon: 'download' as const,
            run: () => void exportNotes(format),
          })),
          {
            name: '导入 W3C 或本站文件',
            icon: 'upload',
            startsGroup: true,
            run: () => field.current?.click(),
          },
        ]}
      />
      <input
        ref={field}
        type="file"
        hidden
        accept=".json,.jsonld"
        aria-label="笔记文件"
        onChange={({ target: input }) => {
          void importFile(input.files?.[0])
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

type NotesImportResult = OutputOf<typeof api.annotations.import>

const MEGABYTE = 1024 * 1024
/** Maximum size of a file of notes, in bytes. */
const MAX_FILE_BYTES = 24 * MEGABYTE
/** The format is recognized from this many bytes at the beginning of the file. */
const HEAD_BYTES = 64 * 1024

/** Progress of an import. */
interface ImportProgress {
  /** Fraction sent, 0–1. */
  share: number
  /** What is being done, as shown. */
  note: string
}

const NO_PROBLEMS: Pick<NotesImportResult, 'refused' | 'problems'> = { refused: 0, problems: [] }

/**
 * Imports the notes of a file, one file at a time; the import continues when the user leaves the panel. `progress` is
 * undefined while none runs; `refused` and `problems` are those of the last one.
 */
function useNotesImport(target: ReadingTarget) {
  const cache = useQueryClient()
  const [progress, setProgress] = useState<ImportProgress>()
  const [outcome, setOutcome] = useState(NO_PROBLEMS)
  const running = useRef<AbortController>(undefined)

  const importFile = async (file: File | undefined) => {
    if (!file || progress) return
    if (file.size > MAX_FILE_BYTES) return toast('文件超过 24 MB，请分开导入', { tone: 'bad' })
    running.current = new AbortController()
    setOutcome(NO_PROBLEMS)
    setProgress({ share: 0, note: '准备' })
    const onProgress = (sent: number) => setProgress(uploadProgress(sent, file.size))
    const answer = await sendNotes(target, file, { onProgress, signal: running.current.signal })
    setProgress(undefined)
    if (!answer.success)
      return toast(`没有导入：${answer.issues?.[0]?.message ?? answer.message}`, { tone: 'bad' })
    toast(outcomeText(answer.data))
    setOutcome(answer.data)
    await cache.invalidateQueries({ queryKey: [api.annotations.list.path] })
  }
  return { progress, ...outcome, importFile, cancel: () => running.current?.abort() }
}

/** Sends a file of notes to the server, in the format that its beginning shows. */
async function sendNotes(target: ReadingTarget, file: File, options: SendOptions) {
  const isW3c = (await file.slice(0, HEAD_BYTES).text()).includes('http://www.w3.org/ns/anno')
  const query = new URLSearchParams({ ...targetParams(target), format: isW3c ? 'w3c' : 'json' })
  const form = new FormData()
  form.append('file', file, file.name)
  const url = `${api.annotations.import.path}?${query}`
  return trackUpload(() => sendBytes(api.annotations.import, url, form, options))
}

const uploadProgress = (sent: number, size: number): ImportProgress =>
  sent < size
    ? { share: sent / size, note: `上传 ${fileSize(sent)} / ${fileSize(size)}` }
    : { share: 1, note: '正在原文里找位置' }

function outcomeText({ added, skipped, refused, lost }: NotesImportResult): string {
  const parts = [
    `导入 ${added} 条`,
    skipped > 0 && `${skipped} 条已有`,
    lost > 0 && `${lost} 条未能定位`,
    refused > 0 && `${refused} 条无法读取`,
  ]
  return parts.filter(Boolean).join('，')
}
