import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Select } from 'antd'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { toast, undoBy } from '../../ui/toasts/toast.state.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from '../operator.module.css'
import { MODEL_READS, type Models } from './models.ts'

/** The models that one application may use. */
type Mapping = Models['applications'][number]

/** Renders which chat models each application may use; an empty choice means all of them. */
export function ModelsApplications({ models }: { models: Models }) {
  const applications = useRead(api.tools.list, { keyword: '', category_id: '' })
  const saving = useWrite(api.models.mapApplication, { refreshes: MODEL_READS })
  const mappingOf = (application_id: string): Mapping =>
    models.applications.find((mapping) => mapping.application_id === application_id) ?? {
      application_id,
      model_ids: [],
      default_id: null,
    }
  const change = async (name: string, before: Mapping, changes: Partial<Mapping>) => {
    const next = { ...before, ...changes }
    // A default that the application may no longer use is dropped.
    const default_id = next.model_ids.includes(next.default_id ?? '') ? next.default_id : null
    const answer = await saving.mutateAsync({ ...next, default_id })
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    toast(`已改动${inCorners(name)}可用的模型`, { undo: undoBy(() => saving.mutateAsync(before)) })
  }
  const options = models.models
    .filter(({ kind }) => kind === 'chat')
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ReadView of={applications} what="应用">
      {(list) => (
        <ul>
          {list.map(({ id, name }) => {
            const mapping = mappingOf(id)
            const allowed = options.filter(({ value }) => mapping.model_ids.includes(value))
            return (
              <li key={id} className={styles.row}>
                <div className={styles.words}>
                  <span className={styles.name}>{name}</span>
                </div>
                <Select
                  mode="multiple"
                  aria-label={`${name} 可用的模型`}
                  className={styles.models ?? ''}
                  placeholder="全部模型"
                  options={options}
                  value={mapping.model_ids}
                  onChange={(model_ids) => void change(name, mapping, { model_ids })}
                />
                <Select
                  aria-label={`${name} 的默认模型`}
                  className={styles.preset ?? ''}
                  disabled={allowed.length < 2}
                  options={[{ value: '', label: '默认' }, ...allowed]}
                  value={mapping.default_id ?? ''}
                  onChange={(chosen) => void change(name, mapping, { default_id: chosen || null })}
                />
              </li>
            )
          })}
        </ul>
      )}
    </ReadView>
  )
}
