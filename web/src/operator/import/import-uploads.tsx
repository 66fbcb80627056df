import { inCorners } from '@scinav/contract/quoted'
import { useEffect, useState } from 'react'
import buttons from '../../ui/buttons/buttons.module.css'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import fields from '../../ui/fields/field.module.css'
import { fileSize } from '../../ui/figures.ts'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { ProgressBar } from '../../ui/views/progress-bar.tsx'
import styles from './import.module.css'
import {
  type ImportFile,
  mapImportFile,
  pauseImportFile,
  removeImportFiles,
  resumeImportFile,
} from './import-files.state.ts'
import { type Column, isTable, readColumns, tableFields } from './import-table.ts'

/** Renders the uploads, each with progress, pause and cancel. */
export function ImportUploads({ files }: { files: ImportFile[] }) {
  const unfinished = files.filter(({ state }) => state !== 'arrived')
  const sentBytes = files.reduce((sum, { sent }) => sum + sent, 0)
  const totalBytes = files.reduce((sum, { file }) => sum + file.size, 0)
  return (
    <section className={styles.uploads} aria-label="上传">
      <h3>
        {unfinished.length > 0 ? `正在上传 ${unfinished.length} 个文件` : `${files.length} 个文件已上传`}
        <span className={styles.quiet}>
          {fileSize(sentBytes)} / {fileSize(totalBytes)}
        </span>
      </h3>
      <ul>
        {files.map((upload) => (
          <UploadLine key={upload.key} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

/** The icons of uploads by state; the others have that of a file. */
const icons: Partial<Record<ImportFile['state'], IconName>> = { arrived: 'check', failed: 'warning' }

/** The tone of the progress bar by the state of the upload. */
const tones: Partial<Record<ImportFile['state'], 'done' | 'resting'>> = {
  arrived: 'done',
  paused: 'resting',
  failed: 'resting',
}

/** Renders a file with its state and its buttons. */
function UploadLine({ upload }: { upload: ImportFile }) {
  const { file, state, sent } = upload
  const [open, setOpen] = useState(false)
  return (
    <li>
      <div className={styles.upload} data-state={state}>
        <Icon name={icons[state] ?? 'file'} />
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
        <span className={styles.how}>{uploadStateText(upload)}</span>
        <UploadButtons upload={upload} />
      </div>
      {open && <ImportColumns upload={upload} />}
    </li>
  )
}

/** Renders the buttons that the state of a file allows. */
function UploadButtons({ upload: { key, file, state } }: { upload: ImportFile }) {
  const isStoppable = state === 'uploading' || state === 'waiting'
  return (
    <span className={styles.knobs}>
      {isStoppable && (
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

/** Returns the state of a file in words. */
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

/** Renders a button with an icon alone. */
function IconButton({ icon, label, onPress }: { icon: IconName; label: string; onPress: () => void }) {
  return (
    <button type="button" className={buttons.icon} aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} size={16} />
    </button>
  )
}

/** Renders the assignment of a table's columns where its headings do not determine it. */
function ImportColumns({ upload }: { upload: ImportFile }) {
  const [columns, setColumns] = useState<Column[]>()
  const { key, file, mapping = {} } = upload
  useEffect(() => {
    void readColumns(file).then(setColumns)
  }, [file])

  /** Sets what a column contains; with `''` it is not read. */
  const setField = (heading: string, field: string) => {
    const { [heading]: _, ...others } = mapping
    mapImportFile(key, field ? { ...others, [heading]: field } : others)
  }
  if (columns?.length === 0) return <p className={styles.columns}>没有找到列名，请检查文件的第一行。</p>
  return (
    <div className={styles.columns}>
      <p className={styles.quiet}>
        {Object.keys(mapping).length > 0
          ? '只读入指定了内容的列。'
          : '按列名自动识别；认不出时，在这里指定每一列的内容。'}
      </p>
      <ul>
        {columns?.map(({ heading, sample }) => (
          <li key={heading}>
            <span className={styles.heading}>{heading}</span>
            <span className={styles.sample}>{sample}</span>
            <select
              className={fields.choice}
              aria-label={`${inCorners(heading)}的内容`}
              value={mapping[heading] ?? ''}
              onChange={({ target }) => setField(heading, target.value)}
            >
              <option value="">{Object.keys(mapping).length > 0 ? '不读入' : '自动识别'}</option>
              {tableFields.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </div>
  )
}
