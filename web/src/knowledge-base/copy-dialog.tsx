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
import { type ListDocument, listGroups, mayEdit } from './list/lists.ts'

interface Props {
  documents: ListDocument[]
  /** Called when they have been copied. */
  done: () => void
  onClose: () => void
}

/** Renders the choice of the list to copy documents to, and reports those already there. */
export function CopyDialog({ documents, done, onClose }: Props) {
  const datasets = useRead(api.datasets.all, {})
  const copy = useWrite(api.datasets.copyDocuments, {
    refreshes: [api.datasets.documents, api.datasets.folders, api.datasets.all, api.datasets.figures],
  })
  const [target, setTarget] = useState<{ id: string; name: string }>()
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
    done()
    onClose()
  }
  return (
    <Panel title={`复制 ${documents.length} 篇文献`} width={480} fit onClose={onClose}>
      <ReadView of={datasets} what="清单">
        {(all) => (
          <fieldset className={styles.places}>
            <legend className="sr-only">复制到</legend>
            {listGroups(all).flatMap((group) =>
              group.datasets
                .filter((dataset) => mayEdit(dataset) && dataset.id !== documents[0]?.dataset_id)
                .map(({ id, name }) => (
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
