import { useState } from 'react'
import { citeDocuments } from '../../paper/paper-action.state.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { FileRecordDialog } from './file-record-dialog.tsx'
import { PaperOfFileDialog } from './paper-of-file-dialog.tsx'
import styles from './record.module.css'
import { type RecordedDocument, useMayChange } from './record.ts'
import { RecordFacts } from './record-facts.tsx'

interface Props {
  document: RecordedDocument & { my_role: number }
  onClose: () => void
}

/** The record of a file that is no paper of the library: to be read, cited, exported, and edited by who may change it. */
export function RecordPanel({ document, onClose }: Props) {
  const mayChange = useMayChange(document)
  const [dialog, setDialog] = useState<'edit' | 'bind'>()
  const close = () => setDialog(undefined)
  const print = (begin: 'text' | 'ris') => {
    citeDocuments([document.id], begin)
    onClose()
  }
  if (dialog === 'edit') return <FileRecordDialog document={document} onClose={close} />
  if (dialog === 'bind') return <PaperOfFileDialog document={document} onClose={close} />
  return (
    <Panel title="题录" width={480} side onClose={onClose}>
      <div className={styles.record}>
        <div className={styles.actions}>
          <QuietButton icon="quote" onPress={() => print('text')}>
            引用
          </QuietButton>
          <QuietButton icon="export" onPress={() => print('ris')}>
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
        {!document.record && <p className={styles.quiet}>文件首页上没有读出题录，引用时只有题名。</p>}
        <RecordFacts document={document} />
      </div>
    </Panel>
  )
}
