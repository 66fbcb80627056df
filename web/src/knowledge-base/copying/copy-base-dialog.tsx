import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { formatCount } from '../../ui/figures.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from '../list/dialogs.module.css'
import { useListAddress } from '../list/list-address.ts'
import { rememberCopy } from '../list/list-jobs.ts'
import { type Dataset, groupDatasets } from '../list/lists.ts'

interface Props {
  dataset: Dataset
  onClose: () => void
}

/** Renders the choice of where to copy a whole list or knowledge base; the copy is opened once it exists. */
export function CopyBaseDialog({ dataset, onClose }: Props) {
  const { go } = useListAddress()
  const datasets = useRead(api.datasets.all, {})
  const copy = useWrite(api.datasets.operate, { refreshes: [api.datasets.all] })
  /** The project to copy into; undefined for the user's own lists. */
  const [project_id, setProject] = useState<string>()
  const startCopy = async () => {
    const answer = await copy.mutateAsync({
      dataset_id: dataset.id,
      operation: 'copy',
      ...(project_id !== undefined && { project_id }),
    })
    if (!answer.success) return toast(`没有复制：${answer.message}`, { tone: 'bad' })
    const { id, name, copy_job_id } = answer.data
    if (copy_job_id) rememberCopy(id, copy_job_id)
    else toast(`已复制为${inCorners(name)}`)
    onClose()
    go({ dataset_id: id })
  }
  return (
    <Panel title={`复制${inCorners(dataset.name)}到…`} width={480} fit onClose={onClose}>
      <p className={styles.lead}>
        把 {formatCount(dataset.document_count)}{' '}
        份文档连同文件夹和标签复制成一个新的，原来的不变。文档多时在后台进行，完成后会通知您。
      </p>
      <ReadView of={datasets} what="清单">
        {(all) => (
          <fieldset className={styles.places}>
            <legend className="sr-only">复制到</legend>
            {/* Every group in which the user can create a list, except the public ones. */}
            {groupDatasets(all)
              .flatMap(({ name, creates }) =>
                creates && creates.kind !== 'ai' ? { name, project: creates.project_id } : [],
              )
              .map(({ name, project }) => (
                <label key={project ?? ''} className={styles.place}>
                  <input
                    type="radio"
                    name="copy-place"
                    checked={project_id === project}
                    onChange={() => setProject(project)}
                  />
                  <span>{name}</span>
                </label>
              ))}
          </fieldset>
        )}
      </ReadView>
      <div className={styles.foot}>
        <Button onClick={onClose}>取消</Button>
        <Button
          type="primary"
          disabled={!datasets.data}
          loading={copy.isPending}
          onClick={() => void startCopy()}
        >
          复制到这里
        </Button>
      </div>
    </Panel>
  )
}
