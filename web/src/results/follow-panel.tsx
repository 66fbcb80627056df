import { api } from '@scinav/contract'
import { type FormEvent, useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { queryWithFilters } from '../search/filter-names.ts'
import styles from '../search/search-panels.module.css'
import { useSearch } from '../search/use-search.ts'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { Panel } from '../ui/dialogs/panel.tsx'
import fields from '../ui/fields/field.module.css'
import { formatCount } from '../ui/figures.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { EmptyView } from '../ui/views/state-view.tsx'

/** How often new papers are reported by mail. */
type Notify = 'none' | 'daily' | 'weekly'

/** The choices of how often the user is told of new papers. */
const frequencies: { value: Notify; name: string }[] = [
  { value: 'weekly', name: '每周邮件' },
  { value: 'daily', name: '每天一封邮件' },
  { value: 'none', name: '不发邮件，只在「订阅」里显示' },
]

/** The longest query and name of a subscription that the server accepts, in characters. */
const MAX_QUERY_CHARS = 2_000
const MAX_NAME_CHARS = 100

/** Renders the form that saves the search with its filters as a subscription to new papers. */
export function FollowPanel({ onClose }: { onClose: () => void }) {
  const query = queryWithFilters(useSearch().search)
  return (
    <Panel title="订阅此检索" width={560} fit onClose={onClose}>
      {query === '' || query.length > MAX_QUERY_CHARS ? (
        <EmptyView
          title={query ? '检索式太长，不能订阅' : '先检索，再订阅'}
          note={query ? '请缩短到 2,000 字以内' : '输入检索词或选择筛选后，再来订阅'}
        />
      ) : (
        <FollowForm query={query} onSaved={onClose} />
      )}
    </Panel>
  )
}

/** Renders the form itself, with the number of papers that the search has found recently. */
function FollowForm({ query, onSaved }: { query: string; onSaved: () => void }) {
  const [name, setName] = useState(query.slice(0, MAX_NAME_CHARS))
  const [notify, setNotify] = useState<Notify>('weekly')
  const preview = useRead(api.preferences.subscriptionPreview, { kind: 'query', value: query })
  const save = useWrite(api.preferences.saveSubscriptions, { refreshes: [api.preferences.subscriptions] })

  const follow = async () => {
    const answer = await save.mutateAsync({
      list: [{ kind: 'query', value: query, name: name.trim(), notify }],
    })
    if (!answer.success) return toast(`没有订阅：${answer.message}`, { tone: 'bad' })
    toast('已订阅，有新文献时会告诉您')
    onSaved()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void follow()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <label className={styles.text}>
        <span>检索式</span>
        <textarea className={fields.field} rows={3} readOnly value={query} />
      </label>
      {preview.data && (
        <p className={styles.note}>
          最近 {preview.data.days} 天新收 {formatCount(preview.data.count)} 篇，共{' '}
          {formatCount(preview.data.total)} 篇
        </p>
      )}
      <label className={styles.text}>
        <span>名称</span>
        <input
          className={fields.field}
          maxLength={MAX_NAME_CHARS}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label className={styles.text}>
        <span>通知</span>
        <select
          className={fields.choice}
          value={notify}
          // The options are exactly the values of this type.
          onChange={(event) => setNotify(event.target.value as Notify)}
        >
          {frequencies.map((frequency) => (
            <option key={frequency.value} value={frequency.value}>
              {frequency.name}
            </option>
          ))}
        </select>
      </label>
      <div className={styles.foot}>
        <button type="submit" hidden />
        <ActionButton name="订阅" onPress={() => void follow()} busy={save.isPending} primary />
      </div>
    </form>
  )
}
