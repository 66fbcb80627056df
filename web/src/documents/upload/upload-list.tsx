import { useRef } from 'react'
import buttons from '../../ui/buttons/buttons.module.css'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { fileSize, formatCount } from '../../ui/figures.ts'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { timeLeft } from '../../ui/views/long-work.tsx'
import { ProgressBar } from '../../ui/views/progress-bar.tsx'
import { fileIcon } from '../file-icon.ts'
import { DocumentState } from '../state/document-state.tsx'
import type { FollowedDocuments } from '../state/use-followed-documents.ts'
import { pauseUploads, reattachFiles, removeUploads, resumeUploads } from './run-uploads.ts'
import styles from './upload.module.css'
import {
  shownUploads,
  unsupportedText,
  uploadLocation,
  uploadStateText,
  uploadsFigures,
  uploadsTitle,
} from './upload-labels.ts'
import { type Upload, useUploadList } from './uploads.state.ts'

/** Returns the keys of uploads. */
const keysOf = (uploads: readonly Upload[]) => uploads.map(({ key }) => key)
/** Whether an upload sends or will send without the user acting. */
const isActive = ({ state }: Upload) => ['waiting', 'checking', 'uploading', 'broken'].includes(state)
/** Whether an upload will continue but sends nothing at present. */
const isIdle = ({ state }: Upload) => ['waiting', 'paused', 'broken'].includes(state)

/** States that are shown without a progress bar. */
const STATES_WITHOUT_BAR: ReadonlySet<Upload['state']> = new Set(['failed', 'lost', 'asking', 'arrived'])

interface HeadProps {
  uploads: readonly Upload[]
  /** When the present batch started, in milliseconds of `performance.now()`. */
  since: number
}

/** Renders a summary of all uploads and the actions on all of them. */
export function UploadsHead({ uploads, since }: HeadProps) {
  const active = uploads.filter(isActive)
  const paused = uploads.filter(({ state }) => state === 'paused')
  const arrived = uploads.filter(({ state }) => state === 'arrived')
  const { sent, size } = uploadsFigures(uploads)
  const remaining = size > 0 ? timeLeft(sent / size, performance.now() - since) : ''
  return (
    <div className={styles.head}>
      <h2>
        <span role="status">{uploadsTitle(uploads)}</span>
      </h2>
      {active.length > 0 && size > 0 && (
        <span className={styles.quiet}>
          {fileSize(sent)} / {fileSize(size)}
          {remaining && `，${remaining}`}
        </span>
      )}
      <span className={styles.tools}>
        {uploads.some(({ state }) => state === 'asking') && (
          <QuietButton onPress={() => useUploadList.setState({ isQuestionPutOff: false })}>
            处理同名文件
          </QuietButton>
        )}
        {active.length > 0 && (
          <QuietButton onPress={() => pauseUploads(keysOf(active))}>全部暂停</QuietButton>
        )}
        {active.length === 0 && paused.length > 0 && (
          <QuietButton onPress={() => resumeUploads(keysOf(paused))}>全部继续</QuietButton>
        )}
        {arrived.length > 0 && (
          <QuietButton label="清除已上传的" onPress={() => removeUploads(keysOf(arrived))}>
            清除
          </QuietButton>
        )}
      </span>
    </div>
  )
}

/** Renders the uploads, each with its progress and actions. */
export function UploadLines({
  uploads,
  followed,
}: {
  uploads: readonly Upload[]
  followed: FollowedDocuments
}) {
  const shown = shownUploads(uploads)
  const hiddenCount = uploads.length - shown.length
  const unsupported = unsupportedText(uploads)
  return (
    <>
      <LostFiles uploads={uploads} />
      {unsupported && (
        <p className={styles.lost} role="status">
          {unsupported}
        </p>
      )}
      <ul>
        {shown.map((upload) => (
          <UploadLine key={upload.key} upload={upload} followed={followed} />
        ))}
      </ul>
      {hiddenCount > 0 && <p className={styles.quiet}>另有 {formatCount(hiddenCount)} 个文件</p>}
    </>
  )
}

/** Renders the choice of files that the browser did not keep across a reload. */
function LostFiles({ uploads }: { uploads: readonly Upload[] }) {
  const chooser = useRef<HTMLInputElement>(null)
  const lost = uploads.filter(({ state }) => state === 'lost')
  if (lost.length === 0) return null
  const reattach = (files: FileList | null) => {
    const unmatchedCount = reattachFiles([...(files ?? [])])
    if (unmatchedCount > 0) toast(`${unmatchedCount} 个文件与未传完的不符，没有上传`, { tone: 'bad' })
  }
  return (
    <div className={styles.lost}>
      <span>页面重新载入后，浏览器不再持有这 {lost.length} 个文件；已传的部分还在，选择原文件即可继续</span>
      <QuietButton icon="file" onPress={() => chooser.current?.click()}>
        选择文件
      </QuietButton>
      <input
        ref={chooser}
        type="file"
        multiple
        className="sr-only"
        aria-label="未传完的文件"
        tabIndex={-1}
        onChange={({ target }) => {
          reattach(target.files)
          target.value = ''
        }}
      />
    </div>
  )
}

/** Renders an upload with its state, or that of its document once it has arrived, and its buttons. */
function UploadLine({ upload, followed }: { upload: Upload; followed: FollowedDocuments }) {
  const { name, size, sent, state } = upload
  const document = upload.document_id === undefined ? undefined : followed.progressOf(upload.document_id)
  return (
    <li className={styles.line} data-state={state}>
      <Icon name={state === 'failed' ? 'warning' : fileIcon(name)} size={16} />
      <span className={styles.name} title={`${name}\n${uploadLocation(upload)}`}>
        {name}
      </span>
      {document && upload.outcome !== 'there' ? (
        <span className={styles.how}>
          <DocumentState progress={document} name={name} onRetry={() => followed.retry(document.id)} />
        </span>
      ) : (
        <span className={styles.how}>
          {!STATES_WITHOUT_BAR.has(state) && (
            <ProgressBar
              label={name}
              progress={size > 0 ? sent / size : 0}
              tone={isIdle(upload) ? 'resting' : undefined}
            />
          )}
          <span className={styles.words}>{uploadStateText(upload)}</span>
        </span>
      )}
      <UploadButtons upload={upload} />
    </li>
  )
}

/** Renders the buttons that the state of an upload allows. */
function UploadButtons({ upload: { key, name, state } }: { upload: Upload }) {
  const isStoppable = state === 'uploading' || state === 'waiting' || state === 'checking'
  return (
    <span className={styles.knobs}>
      {isStoppable && <IconButton icon="pause" label={`暂停：${name}`} onPress={() => pauseUploads([key])} />}
      {state === 'paused' && (
        <IconButton icon="play" label={`继续：${name}`} onPress={() => resumeUploads([key])} />
      )}
      {(state === 'failed' || state === 'broken') && (
        <IconButton icon="retry" label={`重试：${name}`} onPress={() => resumeUploads([key])} />
      )}
      <IconButton
        icon="close"
        label={state === 'arrived' ? `从列表中去掉：${name}` : `取消：${name}`}
        onPress={() => removeUploads([key])}
      />
    </span>
  )
}

/** Renders a button with an icon alone. */
function IconButton({ icon, label, onPress }: { icon: IconName; label: string; onPress: () => void }) {
  return (
    <button type="button" className={buttons.icon} aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} size={16} />
    </button>
  )
}
