import { useCallback, useState } from 'react'

/** The model that was chosen for a chat in this tab; empty for the application's own. It outlives a reload. */
export function useChosenModel(chat_id: string): [string, (model: string) => void] {
  const key = `scinav.model:${chat_id}`
  const [model, setModel] = useState(() => sessionStorage.getItem(key) ?? '')
  const choose = useCallback(
    (next: string) => {
      setModel(next)
      sessionStorage.setItem(key, next)
    },
    [key],
  )
  return [model, choose]
}
