import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useId, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { addUploads } from '../../documents/upload/run-uploads.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import fields from '../../ui/fields/field.module.css'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { editableGroups } from '../keep/keep-targets.ts'
import styles from './dialogs.module.css'

interface Props {
  paper_id: string
  onClose: () => void
}

/** Renders the upload of a paper's full text into a knowledge base; the private one is the default. */
export function FullTextUpload({ paper_id, onClose }: Props) {
  const own = useRead(api.datasets.privateId, {})
  const all = useRead(api.datasets.all, {}, { enabled: !own.isPending })
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState('')
  const id = useId()
  return (
    <Panel title="上传全文" width={520} fit onClose={onClose}>
      <ReadView of={all} what="知识库">
        {(allDatasets) => {
          const groups = editableGroups(allDatasets)
          const bases = groups.flatMap(({ lists }) => lists)
          const base = bases.find(({ id }) => id === (chosen ?? own.data)) ?? bases[0]
          const upload = ([file]: File[]) => {
            const problem = fileProblem(file)
            setProblem(problem)
            if (problem || !file || !base) return
            const target = { dataset_id: base.id, dataset_name: base.name, folder_id: null, paper_id }
            addUploads(target, [{ file, way: [] }])
            toast(`正在把全文上传到${inCorners(base.name)}，传完即可在这里阅读`)
            onClose()
          }
          return (
            <div className={styles.upload}>
              <label htmlFor={id}>放进</label>
              <select
                id={id}
                className={fields.choice}
                value={base?.id ?? ''}
                onChange={({ target }) => setChosen(target.value)}
              >
                {groups.map(({ name, lists }) => (
                  <optgroup key={name} label={name}>
                    {lists.map((list) => (
                      <option key={list.id} value={list.id}>
                        {list.name}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
              <FileDrop
                accept=".pdf"
                multiple={false}
                note="一个 PDF 文件。上传后它就是这篇文献的全文，有权看这个知识库的人可以阅读、标注和提问"
                onFiles={upload}
              />
              {problem && <Notice tone="bad">{problem}</Notice>}
            </div>
          )
        }}
      </ReadView>
    </Panel>
  )
}

/** Returns in Chinese why a file cannot be the full text; `''` when it can. */
function fileProblem(file: File | undefined): string {
  if (!file || file.size === 0) return '这个文件是空的，请换一个'
  return /\.pdf$/i.test(file.name) || file.type === 'application/pdf' ? '' : '请选择 PDF 文件'
}
