import { api, type OutputOf } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sendBytes } from '../../api/send-bytes.ts'
import { trackUpload } from '../../api/session.state.ts'
import { fileSize } from '../../ui/figures.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { type ReadingTarget, targetParams } from '../state/target.ts'

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
  note: string
}

const NO_PROBLEMS: Pick<NotesImportResult, 'refused' | 'problems'> = { refused: 0, problems: [] }

/** Imports the notes of a file; the import continues when the user leaves the panel. */
export function useImportNotes(target: ReadingTarget) {
  const cache = useQueryClient()
  const [progress, setProgress] = useState<ImportProgress>()
  const [told, setTold] = useState(NO_PROBLEMS)
  const running = useRef<AbortController>(undefined)

  const bring = async (file: File | undefined) => {
    if (!file || progress) return
    if (file.size > MAX_FILE_BYTES) return toast('文件超过 24 MB，请分开导入', { tone: 'bad' })
    running.current = new AbortController()
    setTold(NO_PROBLEMS)
    setProgress({ share: 0, note: '准备' })
    const onProgress = (sent: number) => setProgress(uploadProgress(sent, file.size))
    const answer = await sendNotes(target, file, { onProgress, signal: running.current.signal })
    setProgress(undefined)
    if (!answer.success)
      return toast(`没有导入：${answer.issues?.[0]?.message ?? answer.message}`, { tone: 'bad' })
    toast(outcomeText(answer.data))
    setTold(answer.data)
    await cache.invalidateQueries({ queryKey: [api.annotations.list.path] })
  }
  return { progress, ...told, bring, cancel: () => running.current?.abort() }
}

async function sendNotes(target: ReadingTarget, file: File, listener: Parameters<typeof sendBytes>[3]) {
  const isW3c = (await file.slice(0, HEAD_BYTES).text()).includes('http://www.w3.org/ns/anno')
  const query = new URLSearchParams({ ...targetParams(target), format: isW3c ? 'w3c' : 'json' })
  const form = new FormData()
  form.append('file', file, file.name)
  const url = `${api.annotations.import.path}?${query}`
  return trackUpload(() => sendBytes(api.annotations.import, url, form, listener))
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
