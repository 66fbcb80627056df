import { api } from '@scinav/contract'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../action-button.tsx'
import fields from '../field.module.css'
import { toast } from '../toast.state.ts'
import styles from './keep-panel.module.css'

/** Makes a reading list without leaving the dialog; `onMade` gets its id. */
export function NewList({ onMade }: { onMade: (id: string) => void }) {
  const [name, setName] = useState('')
  const create = useWrite(api.datasets.create, { refreshes: [api.datasets.all] })
  const make = async () => {
    if (!name.trim()) return
    const answer = await create.mutateAsync({ kind: 'reading', name: name.trim() })
    if (!answer.success) return toast(`没有新建：${answer.message}`, { tone: 'bad' })
    setName('')
    onMade(answer.data.id)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void make()
  }
  return (
    <form className={styles.make} onSubmit={submit}>
      <input
        className={fields.field}
        aria-label="新清单的名称"
        placeholder="新建清单"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ActionButton name="新建" onPress={() => void make()} busy={create.isPending} />
    </form>
  )
}
