import { api } from '@scinav/contract'
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../api/call.ts'
import { type UploadPosition, uploadParts } from '../../api/upload-parts.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { chosenFiles, droppedFiles, type FoundFile } from '../../documents/upload/dropped-files.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { fileSize } from '../../ui/figures.ts'
import { LongWork } from '../../ui/views/long-work.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { CheckOptionFields, type CheckOptions, useCheckOptions } from '../manuscript-check/check-options.tsx'
import styles from '../manuscript-check/manuscript-check.module.css'
import { ACCEPTED_FILES, addTheses } from './chosen-theses.ts'

interface Props {
  /** Called when the server has begun the batch. */
  onBegun: (batch_id: string) => void
}

/** Renders the beginning of a batch: the theses, the style they have to follow, the sources to ask. */
export function StartBatch({ onBegun }: Props) {
  const [{ files, note }, setChosen] = useState(() => addTheses([], []))
  const { options, choice } = useCheckOptions()
  const [outside_model, setOutsideModel] = useState(false)
  const { begin, cancel, sent, problem } = useBegin(onBegun)
  const add = (found: readonly FoundFile[]) => setChosen((chosen) => addTheses(chosen.files, found))
  const size = files.reduce((sum, { file }) => sum + file.size, 0)
  const summary = files.length === 1 ? (files[0]?.file.name ?? '') : `${files.length} 个文件`
  return (
    <form className={styles.start} aria-label="批量核对" onSubmit={(event) => event.preventDefault()}>
      <FileDrop
        note="一个 .zip，或许多 .docx、.pdf、.md、.tex；文件夹是院系；LaTeX 论文每份一个 .zip 或文件夹；一批最多 200 份"
        accept={ACCEPTED_FILES}
        onFiles={(chosen) => add(chosenFiles(chosen))}
        onDropped={(transfer) => void droppedFiles(transfer).then(add)}
      />
      {files.length > 0 && (
        <p className={styles.file} role="status">
          <span>{summary}</span>
          <small>{fileSize(size)}</small>
          <QuietButton icon="close" label={`不用 ${summary}`} onPress={() => setChosen(addTheses([], []))} />
        </p>
      )}
      {note && <Notice>{note}</Notice>}
      <CheckOptionFields choice={choice} />
      <label className={styles.consent}>
        <input
          type="checkbox"
          checked={outside_model}
          onChange={({ target }) => setOutsideModel(target.checked)}
        />
        这一批可以把有引文的句子发给外部模型，核对它与来源是否相符
      </label>
      <Privacy hasEngines={options.engines.length > 0} />
      {sent !== undefined && (
        <LongWork title={`正在上传 ${summary}`} progress={sent / Math.max(1, size)} onCancel={cancel} />
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div>
        <ActionButton
          name="开始核对"
          primary
          busy={sent !== undefined}
          off={files.length === 0}
          onPress={() => void begin(files, { ...options, outside_model })}
        />
      </div>
    </form>
  )
}

/** Renders where the manuscripts go and how long they stay. */
function Privacy({ hasEngines }: { hasEngines: boolean }) {
  const { data } = useRead(api.manuscriptBatches.retention, {})
  const retention = data && data.days > 0 ? `${data.days} 天后自动删除，只留下表里的数字` : '直到您删除这一批'
  return (
    <p className={styles.quiet}>
      稿件只存在这台服务器上，只有您能看到，{retention}。
      {hasEngines && '本馆文献中没有的条目会把题名或标识符发给选中的检索来源，正文不会发出。'}
    </p>
  )
}

/**
 * Uploads theses and begins their batch. After a failure they stay chosen, and what has arrived is not sent again.
 * Cancelling stops the upload; a batch that has been requested by then may begin on the server, unannounced.
 */
function useBegin(onBegun: (batch_id: string) => void) {
  /** Bytes sent; undefined while nothing is being sent. */
  const [sent, setSent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const { mutateAsync } = useWrite(api.manuscriptBatches.begin, {
    refreshes: [api.manuscriptBatches.batches],
  })
  const current = useRef<AbortController>(undefined)
  /** How far the upload of each file is; `uploadParts` continues from there. */
  const positions = useRef(new Map<File, UploadPosition>())
  useEffect(() => () => current.current?.abort(), [])

  /** Sends the files one after another; returns their ids on the server with their paths, or the first failure's text. */
  const sendAll = async (files: readonly FoundFile[], signal: AbortSignal) => {
    const uploads: { upload_id: string; path: string }[] = []
    /** Bytes of the files already sent. */
    let sentBefore = 0
    for (const { file, way } of files) {
      const position = positions.current.get(file) ?? createPosition(file)
      positions.current.set(file, position)
      const onProgress = (bytes: number) => setSent(sentBefore + bytes)
      const answer = await uploadParts(file, position, { onProgress, signal })
      if (!answer.success) return { success: false as const, problem: `${file.name}：${failureText(answer)}` }
      uploads.push({ upload_id: answer.data.id, path: [...way, file.name].join('/') })
      sentBefore += file.size
    }
    return { success: true as const, data: uploads }
  }
  const begin = async (
    files: readonly FoundFile[],
    { style, national, outside_model, ...scope }: CheckOptions & { outside_model: boolean },
  ) => {
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    setProblem(undefined)
    setSent(0)
    const sentFiles = await sendAll(files, signal)
    if (signal.aborted) return
    if (!sentFiles.success) {
      setSent(undefined)
      return setProblem(sentFiles.problem)
    }
    const begun = await mutateAsync({ files: sentFiles.data, style, national, scope, outside_model })
    if (signal.aborted) return
    setSent(undefined)
    if (begun.success) onBegun(begun.data.batch_id)
    else setProblem(failureText(begun))
  }
  const cancel = () => {
    current.current?.abort()
    setSent(undefined)
  }
  return { begin, cancel, sent, problem }
}

/** Returns what a failure says to the user: the first faulty field if there is one. */
const failureText = ({ issues, message }: Failure): string => issues?.[0]?.message ?? message

/** Creates the position of an upload that has not begun; a .zip holds many theses and may be larger than a file. */
const createPosition = ({ name }: File): UploadPosition => ({
  upload_id: undefined,
  ...(/\.zip$/i.test(name) && { purpose: 'archive' as const }),
})
