import { api } from '@scinav/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import fields from '../../ui/fields/field.module.css'
import { toast } from '../../ui/toasts/toast.state.ts'
import styles from './keep-panel.module.css'

/** The form of a new list and its running creation. */
export interface NewListState {
  name: string
  setName: (name: string) => void
  /**
   * Creates the named list, or waits for its running creation. Resolves to the ids of the created lists: none when no
   * name was typed, null when the server refused, which has then been reported.
   */
  make: () => Promise<string[] | null>
  isMaking: boolean
}

/** Manages the creation of a reading list inside the dialog; `onMade` receives its id. */
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

/** Renders the field and button that create a new list. */
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
