import { api } from '@scinav/contract'
import { useEffect, useRef, useState } from 'react'
import { uploadParts } from '../../api/upload-parts.ts'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { fileSize } from '../../ui/figures.ts'
import { LongWork } from '../../ui/views/long-work.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { CheckOptionFields, type CheckOptions, useCheckOptions } from './check-options.tsx'
import { EarlierChecks } from './earlier-checks.tsx'
import styles from './manuscript-check.module.css'

/** The kinds of files that can be checked. */
const ACCEPTED_FILES = '.docx,.pdf,.md,.markdown,.tex,.zip'

interface Props {
  /** Called when the server has begun the check. */
  onBegun: (check_id: string) => void
}

/** Renders the beginning of a check: the manuscript, the style it has to follow, the sources to ask; and earlier checks. */
export function StartCheck({ onBegun }: Props) {
  const [file, setFile] = useState<File>()
  const { options, choice } = useCheckOptions()
  const { begin, cancel, sent, problem } = useBegin(onBegun)
  const isSending = sent !== undefined
  return (
    <>
      <form
        className={styles.start}
        onSubmit={(event) => {
          event.preventDefault()
          if (file && !isSending) void begin(file, options)
        }}
      >
        <FileDrop
          note=".docx、.pdf、.md、.tex，或 .tex 与 .bib 的 .zip；最多 300 页、1,000 条参考文献"
          accept={ACCEPTED_FILES}
          multiple={false}
          onFiles={([chosen]) => setFile(chosen)}
        />
        {file && (
          <p className={styles.file} role="status">
            <span>{file.name}</span>
            <small>{fileSize(file.size)}</small>
            <QuietButton icon="close" label={`不用 ${file.name}`} onPress={() => setFile(undefined)} />
          </p>
        )}
        <CheckOptionFields choice={choice} />
        <p className={styles.quiet}>
          稿件只存在这台服务器上，只有您能看到，随时可以删除。
          {options.engines.length > 0 &&
            '本馆文献中没有的条目会把题名或标识符发给选中的检索来源，正文不会发出。'}
        </p>
        {sent !== undefined && file && (
          <LongWork
            title={`正在上传 ${file.name}`}
            progress={sent / Math.max(1, file.size)}
            onCancel={cancel}
          />
        )}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div>
          <ActionButton
            name="开始核对"
            primary
            busy={isSending}
            off={!file}
            onPress={() => file && void begin(file, options)}
          />
        </div>
      </form>
      <EarlierChecks />
    </>
  )
}

/**
 * Uploads a manuscript and begins its check; the file stays chosen when that fails. Leaving the form cancels the
 * upload.
 */
function useBegin(onBegun: (check_id: string) => void) {
  /** Bytes sent; undefined while nothing is being sent. */
  const [sent, setSent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const { mutateAsync } = useWrite(api.manuscriptChecks.begin, { refreshes: [api.manuscriptChecks.checks] })
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  const begin = async (file: File, { style, national, ...scope }: CheckOptions) => {
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    setProblem(undefined)
    setSent(0)
    const upload = await uploadParts(file, { upload_id: undefined }, { onProgress: setSent, signal })
    if (signal.aborted) return
    const begun = upload.success
      ? await mutateAsync({ upload_id: upload.data.id, style, national, scope })
      : upload
    if (signal.aborted) return
    setSent(undefined)
    if (begun.success) onBegun(begun.data.check_id)
    else setProblem(begun.issues?.[0]?.message ?? begun.message)
  }
  const cancel = () => {
    current.current?.abort()
    setSent(undefined)
  }
  return { begin, cancel, sent, problem }
}
