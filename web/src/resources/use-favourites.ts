import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { readOptions, useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { toast } from '../ui/toasts/toast.state.ts'

const WHERE = { key: 'resources', type: 'favourites' }
const MOST = 300

/** What was stored under the setting, as far as it is a list of ids. */
const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string').slice(0, MOST) : []

/** The databases that a person keeps at hand; stored with their settings. */
export function useFavourites() {
  const cache = useQueryClient()
  const stored = useRead(api.user.setting, WHERE)
  const save = useWrite(api.user.saveSetting)
  const ids = idsOf(stored.data)

  const put = async (next: string[], before: string[]) => {
    const { queryKey } = readOptions(api.user.setting, WHERE)
    cache.setQueryData(queryKey, next)
    const answer = await save.mutateAsync({ ...WHERE, value: next })
    if (answer.success) return
    cache.setQueryData(queryKey, before)
    toast(`没有保存：${answer.message}`, { tone: 'bad' })
  }
  /** Keeps a database, or lets it go. */
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]
    void put(next, ids)
  }
  return { ids, toggle, isKnown: stored.data !== undefined }
}
