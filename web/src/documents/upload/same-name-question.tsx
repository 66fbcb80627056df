import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { formatCount } from '../../ui/figures.ts'
import { chooseForSameName } from './run-uploads.ts'
import styles from './upload.module.css'
import { uploadLocation } from './upload-labels.ts'
import { isPending, type SameNameChoice, type Upload, useUploadList } from './uploads.state.ts'

/**
 * Asks what to do with files whose names exist in their folders, one by one or for all at once. Closing it without a
 * choice puts the question off.
 */
export function SameNameQuestion() {
  const { uploads, isQuestionPutOff } = useUploadList()
  const asking = uploads.filter(({ state }) => state === 'asking')
  const [first] = asking
  if (!first || isQuestionPutOff) return null
  const others = uploads.filter(
    (upload) => upload !== first && upload.dataset_id === first.dataset_id && isPending(upload),
  )
  return <Question key={first.key} upload={first} others={others} askingCount={asking.length} />
}

interface Props {
  upload: Upload
  /** The other pending uploads into the same knowledge base. */
  others: readonly Upload[]
  /** Number of files that wait for this choice, including `upload`. */
  askingCount: number
}

/** Renders the question about one file, whose answer may hold for all others. */
function Question({ upload, others, askingCount }: Props) {
  const [isForAll, setForAll] = useState(false)
  const mayReplace = upload.same_name?.may_replace ?? false
  const choose = (choice: SameNameChoice) =>
    chooseForSameName(
      [upload, ...(isForAll ? others : [])].map(({ key }) => key),
      choice,
    )
  return (
    <Panel
      title="已有同名文件"
      width={520}
      fit
      onClose={() => useUploadList.setState({ isQuestionPutOff: true })}
    >
      <div className={styles.question}>
        <p>
          <strong>{upload.name}</strong>
        </p>
        <p>
          「{uploadLocation(upload)}」里已有同名文件，内容不同。
          {mayReplace
            ? '替换后，新文件读完之前仍用旧文件的内容。'
            : '旧文件由他人上传，只有本人和管理者可以替换。'}
        </p>
        {others.length > 0 && (
          <Checkbox checked={isForAll} onChange={({ target }) => setForAll(target.checked)}>
            对其余文件同样处理{askingCount > 1 && `（另有 ${formatCount(askingCount - 1)} 个同名）`}
          </Checkbox>
        )}
        <div className={styles.answers}>
          <Button type="primary" disabled={!mayReplace} onClick={() => choose('replace')}>
            替换旧文件
          </Button>
          <Button onClick={() => choose('keep')}>两份都保留</Button>
          <Button onClick={() => choose('skip')}>跳过</Button>
        </div>
      </div>
    </Panel>
  )
}
