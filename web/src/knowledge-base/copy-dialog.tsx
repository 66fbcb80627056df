import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './list/dialogs.module.css'
import { type Dataset, groupDatasets, type ListDocument } from './list/lists.ts'
import { mayEdit } from './list/rights.ts'

interface Props {
  /** The documents to copy, at least one and all of the same dataset. */
  documents: ListDocument[]
  /** Called once they have been copied, just before `onClose`. */
  onCopied: () => void
  /** Called when the user cancels, and once the documents have been copied. */
  onClose: () => void
}

/**
 * Renders the choice of the dataset (a reading list or knowledge base) to copy documents to: one that the user may
 * edit, other than the one that contains them. They are copied to its top level, outside its folders; a toast tells how
 * many were already in it. When copying fails, a toast tells why and the dialog stays open.
 */
export function CopyDialog({ documents, onCopied, onClose }: Props) {
  const sourceId = documents[0]?.dataset_id
  const datasets = useRead(api.datasets.all, {})
  const copy = useWrite(api.datasets.copyDocuments, {
    refreshes: [api.datasets.documents, api.datasets.folders, api.datasets.all, api.datasets.figures],
  })
  /** The chosen dataset. */
  const [target, setTarget] = useState<{ id: string; name: string }>()
  const mayBeTarget = (dataset: Dataset) => mayEdit(dataset) && dataset.id !== sourceId
  const copyDocuments = async () => {
    if (!target) return
    const answer = await copy.mutateAsync({
      document_ids: documents.map(({ id }) => id),
      targets: [{ dataset_id: target.id, folder_id: null }],
    })
    if (!answer.success) return toast(`没有复制：${answer.message}`, { tone: 'bad' })
    const { added, skipped } = answer.data
    toast(
      `已复制 ${added} 篇到${inCorners(target.name)}${skipped.length > 0 ? `，${skipped.length} 篇原已在库中` : ''}`,
    )
    onCopied()
    onClose()
  }
  return (
    <Panel title={`复制 ${documents.length} 篇文献`} width={480} fit onClose={onClose}>
      <ReadView of={datasets} what="清单">
        {(all) => (
          <fieldset className={styles.places}>
            <legend className="sr-only">复制到</legend>
            {groupDatasets(all).flatMap((group) =>
              group.datasets.filter(mayBeTarget).map(({ id, name }) => (
                <label key={id} className={styles.place}>
                  <input
                    type="radio"
                    name="copy-target"
                    checked={target?.id === id}
                    onChange={() => setTarget({ id, name })}
                  />
                  <span>{name}</span>
                  <span className={styles.quiet}>{group.name}</span>
                </label>
              )),
            )}
          </fieldset>
        )}
      </ReadView>
      <div className={styles.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button
          type="primary"
          disabled={!target}
          loading={copy.isPending}
          onClick={() => void copyDocuments()}
        >
          复制到这里
        </Button>
      </div>
    </Panel>
  )
}
