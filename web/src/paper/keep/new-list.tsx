import { api } from '@scinav/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import fields from '../../ui/fields/field.module.css'
import { toast } from '../../ui/toasts/toast.state.ts'
import styles from './keep-panel.module.css'

export interface NewListState {
  name: string
  setName: (name: string) => void
  /**
   * Makes the list that is named, or waits for the one that is being made: the ids of what was made, none where no
   * name was written, null where the server refused, which has been said then.
   */
  make: () => Promise<string[] | null>
  isMaking: boolean
}

/** A reading list that is made without leaving the dialog; `onMade` gets its id. */
export function useNewList(onMade: (id: string) => void): NewListState {
  const [name, setName] = useState('')
  const create = useWrite(api.datasets.create, { refreshes: [api.datasets.all] })
  const making = useRef<Promise<string[] | null>>(undefined)
  const makeNamed = async () => {
    if (!name.trim()) return []
    const answer = await create.mutateAsync({ kind: 'reading', name: name.trim() })
    if (!answer.success) {
      toast(`没有新建：${answer.message}`, { tone: 'bad' })
      return null
    }
    setName('')
    onMade(answer.data.id)
    return [answer.data.id]
  }
  const make = () => {
    making.current ??= makeNamed().finally(() => {
      making.current = undefined
    })
    return making.current
  }
  return { name, setName, make, isMaking: create.isPending }
}

export function NewList({ list: { name, setName, make, isMaking } }: { list: NewListState }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void make()
  }
  return (
    <form className={styles.make} onSubmit={submit}>
      <input
        className={fields.field}
        aria-label="新文献清单的名称"
        placeholder="新建文献清单"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ActionButton name="新建" onPress={() => void make()} busy={isMaking} />
    </form>
  )
}
