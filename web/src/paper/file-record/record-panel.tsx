import { useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { citeDocuments } from '../paper-action.state.ts'
import { FileRecordDialog } from './file-record-dialog.tsx'
import { PaperOfFileDialog } from './paper-of-file-dialog.tsx'
import styles from './record.module.css'
import { type RecordedDocument, useCanChange } from './record.ts'
import { RecordFacts } from './record-facts.tsx'

interface Props {
  document: RecordedDocument & { my_role: number }
  onClose: () => void
}

/** Formats where the record comes from, and how its look-up went. */
function originText({ record, record_by_hand, record_lookup, record_engines }: RecordedDocument): string {
  const engines = record_engines.join('、')
  const filled = engines && `${engines} 补全了空缺的项`
  if (record_by_hand) return ['经手工编辑', filled].filter(Boolean).join('；')
  if (!record) return '文件首页上没有读出题录，引用时只有题名'
  return `读自文件首页；${filled || lookupTexts[record_lookup ?? 'unnumbered']}。引用前请核对`
}

/** What became of the look-up of a record in outside sources; `unnumbered` when the file names no number to look up. */
const lookupTexts: Record<NonNullable<RecordedDocument['record_lookup']> | 'unnumbered', string> = {
  due: '正等待联网查找首页上的编号，查到后补全空缺的项',
  off: '管理员关闭了站外检索来源，没有联网补全',
  found: '站外检索来源没有可补的内容',
  none: '站外检索来源没有编号和题名都相同的记录',
  unnumbered: '首页上没有 DOI 或 arXiv 编号，没有联网补全',
}

/**
 * Renders the record of a file that is not a paper of the library, with actions to cite, export and, with permission,
 * edit it.
 */
export function RecordPanel({ document, onClose }: Props) {
  const mayChange = useCanChange(document)
  const [dialog, setDialog] = useState<'edit' | 'bind'>()
  const close = () => setDialog(undefined)
  /** Opens the dialog of references with a format: as text to cite, or as RIS to export. */
  const openReferences = (format: 'text' | 'ris') => {
    citeDocuments([document.id], format)
    onClose()
  }
  if (dialog === 'edit') return <FileRecordDialog document={document} onClose={close} />
  if (dialog === 'bind') return <PaperOfFileDialog document={document} onClose={close} />
  return (
    <Panel title="题录" width={480} side onClose={onClose}>
      <div className={styles.record}>
        <div className={styles.actions}>
          <QuietButton icon="quote" onPress={() => openReferences('text')}>
            引用
          </QuietButton>
          <QuietButton icon="export" onPress={() => openReferences('ris')}>
            导出
          </QuietButton>
          {mayChange && (
            <>
              <QuietButton icon="edit" onPress={() => setDialog('edit')}>
                编辑题录
              </QuietButton>
              <QuietButton icon="library" onPress={() => setDialog('bind')}>
                对应本馆文献…
              </QuietButton>
            </>
          )}
        </div>
        <p className={styles.quiet}>{originText(document)}</p>
        <RecordFacts document={document} />
      </div>
    </Panel>
  )
}
