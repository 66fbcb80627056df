import { useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import buttons from '../../ui/buttons/shell-button.module.css'
import { fileSize } from '../../ui/figures.ts'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { ProgressBar } from '../../ui/views/progress-bar.tsx'
import styles from './import.module.css'
import { ImportColumns } from './import-columns.tsx'
import {
  type ImportFile,
  pauseImportFile,
  removeImportFiles,
  resumeImportFile,
} from './import-files.state.ts'
import { isTable } from './import-table.ts'

/** Renders the uploads, each with progress, pause and cancel. */
export function ImportUploads({ files }: { files: ImportFile[] }) {
  const left = files.filter(({ state }) => state !== 'arrived')
  const sent = files.reduce((sum, one) => sum + one.sent, 0)
  const size = files.reduce((sum, one) => sum + one.file.size, 0)
  return (
    <section className={styles.uploads} aria-label="上传">
      <h3>
        {left.length > 0 ? `正在上传 ${left.length} 个文件` : `${files.length} 个文件已上传`}
        <span className={styles.quiet}>
          {fileSize(sent)} / {fileSize(size)}
        </span>
      </h3>
      <ul>
        {files.map((one) => (
          <UploadLine key={one.key} one={one} />
        ))}
      </ul>
    </section>
  )
}

const tones: Partial<Record<ImportFile['state'], 'done' | 'resting'>> = {
  arrived: 'done',
  paused: 'resting',
  failed: 'resting',
}

function UploadLine({ one }: { one: ImportFile }) {
  const { file, state, sent } = one
  const [open, setOpen] = useState(false)
  return (
    <li>
      <div className={styles.upload} data-state={state}>
        <Icon name={state === 'arrived' ? 'check' : state === 'failed' ? 'warning' : 'file'} />
        <span className={styles.file}>
          {file.name}
          {isTable(file) && (
            <QuietButton
              expanded={open}
              label={`指定各列：${file.name}`}
              onPress={() => setOpen((now) => !now)}
            >
              指定各列
            </QuietButton>
          )}
        </span>
        <ProgressBar label={file.name} progress={file.size > 0 ? sent / file.size : 0} tone={tones[state]} />
        <span className={styles.how}>{uploadStateText(one)}</span>
        <UploadButtons one={one} />
      </div>
      {open && <ImportColumns one={one} />}
    </li>
  )
}

function UploadButtons({ one: { key, file, state } }: { one: ImportFile }) {
  const stoppable = state === 'uploading' || state === 'waiting'
  return (
    <span className={styles.knobs}>
      {stoppable && (
        <IconButton icon="pause" label={`暂停：${file.name}`} onPress={() => pauseImportFile(key)} />
      )}
      {state === 'paused' && (
        <IconButton icon="play" label={`继续：${file.name}`} onPress={() => resumeImportFile(key)} />
      )}
      {state === 'failed' && (
        <IconButton icon="retry" label={`重试：${file.name}`} onPress={() => resumeImportFile(key)} />
      )}
      <IconButton icon="close" label={`移除：${file.name}`} onPress={() => removeImportFiles([key])} />
    </span>
  )
}

function uploadStateText({ state, sent, file, problem }: ImportFile): string {
  switch (state) {
    case 'waiting':
      return '等待上传'
    case 'uploading':
      return `${fileSize(sent)} / ${fileSize(file.size)}`
    case 'paused':
      return '已暂停'
    case 'arrived':
      return '已上传'
    case 'failed':
      return problem ?? '没有传完'
  }
}

function IconButton({ icon, label, onPress }: { icon: IconName; label: string; onPress: () => void }) {
  return (
    <button type="button" className={buttons.icon} aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} size={16} />
    </button>
  )
}
