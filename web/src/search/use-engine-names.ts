import { api } from '@scinav/contract'
import { useRead } from '../api/use-read.ts'

/** Returns a function from engine ids to names; the library is 本馆文献. */
export function useEngineNames(): (id: string) => string {
  const engines = useRead(api.papers.engines, {})
  const names = new Map((engines.data ?? []).map(({ id, name }) => [id, name]))
  return (id) => (id === 'local' ? '本馆文献' : (names.get(id) ?? id))
}
