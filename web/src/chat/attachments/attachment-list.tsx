import { usePolling } from '../../api/use-polling.ts'
import { fileIcon } from '../../documents/file-icon.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import styles from './attachments.module.css'
import {
  type ChatAttachment,
  pollAllReadings,
  removeAttachment,
  retryAttachment,
} from './attachments.state.ts'

interface Props {
  chat_id: string
  attached: readonly ChatAttachment[]
  /** Shown below the list: what the answer will be based on. */
  note: string
}

/** Renders the attachments of the next question, each with its progress and 移除. */
export function AttachmentList({ chat_id, attached, note }: Props) {
  usePolling(
    attached.some(({ state }) => state === 'reading'),
    () => pollAllReadings(chat_id),
  )
  if (attached.length === 0) return null
  return (
    <div className={styles.attached}>
      <ul aria-label="附件">
        {attached.map((attachment) => (
          <AttachmentRow key={attachment.key} attachment={attachment} chat_id={chat_id} />
        ))}
      </ul>
      <p className={styles.note}>{note}</p>
    </div>
  )
}

/** Renders an attachment with its state, its progress and its removal. */
function AttachmentRow({ attachment, chat_id }: { attachment: ChatAttachment; chat_id: string }) {
  const { key, name, state, problem, progress } = attachment
  const percent = Math.round(progress * 100)
  const stateText = stateInWords(attachment, percent)
  const showsProgress = state === 'uploading' || (state === 'reading' && progress > 0)
  return (
    <li className={styles.row} data-state={state}>
      <Icon name={attachmentIcon(attachment)} size={16} />
      <span className={styles.name} title={name}>
        {name}
      </span>
      {stateText && (
        <span className={styles.state} role={state === 'failed' ? 'alert' : undefined} title={problem}>
          {stateText}
        </span>
      )}
      {state === 'failed' && (
        <QuietButton icon="retry" label={`重试：${name}`} onPress={() => retryAttachment(chat_id, key)} />
      )}
      <QuietButton icon="close" label={`移除附件：${name}`} onPress={() => removeAttachment(chat_id, key)} />
      {showsProgress && <AttachmentProgress label={`${name}：${stateText}`} percent={percent} />}
    </li>
  )
}

/** Renders a progress bar. */
function AttachmentProgress({ label, percent }: { label: string; percent: number }) {
  return (
    <span
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ width: `${percent}%` }} />
    </span>
  )
}

/** Returns the icon of an attachment: a warning when it failed, otherwise that of its kind. */
function attachmentIcon({ state, kind, name }: ChatAttachment): IconName {
  if (state === 'failed') return 'warning'
  return kind === 'file' ? fileIcon(name) : 'library'
}

/** Returns the state of an attachment in words; `''` when it is ready. */
function stateInWords({ state, problem }: ChatAttachment, percent: number): string {
  switch (state) {
    case 'waiting':
      return '等待上传'
    case 'uploading':
      return `上传 ${percent}%`
    case 'reading':
      return '正在读取，可以先提问'
    case 'failed':
      return problem ?? '没有附上'
    case 'ready':
      return ''
  }
}
