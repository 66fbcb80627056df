import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { readOptions, useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { toast } from '../ui/toasts/toast.state.ts'

const FAVOURITES_SETTING = { key: 'resources', type: 'favourites' }
const MAX_FAVOURITES = 300

/** Reads the ids stored in the setting; anything else is ignored. */
const parseIds = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string').slice(0, MAX_FAVOURITES) : []

/** Returns the user's favourite databases, which are stored in their settings. */
export function useFavourites() {
  const cache = useQueryClient()
  const stored = useRead(api.user.setting, FAVOURITES_SETTING)
  const save = useWrite(api.user.saveSetting)
  const ids = parseIds(stored.data)

  const put = async (next: string[], before: string[]) => {
    const { queryKey } = readOptions(api.user.setting, FAVOURITES_SETTING)
    cache.setQueryData(queryKey, next)
    const answer = await save.mutateAsync({ ...FAVOURITES_SETTING, value: next })
    if (answer.success) return
    cache.setQueryData(queryKey, before)
    toast(`没有保存：${answer.message}`, { tone: 'bad' })
  }
  /** Adds a database to the favourites, or removes it. */
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]
    void put(next, ids)
  }
  return { ids, toggle, isKnown: stored.data !== undefined }
}
