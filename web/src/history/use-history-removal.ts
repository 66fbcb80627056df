import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type HistoryKind, removeFromHistory } from './history.ts'
import { removeLater } from './removals.state.ts'

export type HistoryRemoval = ReturnType<typeof useHistoryRemoval>

/** Deletes from the history: rows, or everything of a kind. The toast takes it back. */
export function useHistoryRemoval() {
  const cache = useQueryClient()
  return useMemo(
    () => ({
      rows: (kind: HistoryKind, ids: string[]) =>
        removeLater({ kind, ids }, `已删除 ${ids.length} 条`, (leaving) =>
          removeFromHistory(cache, kind, { ids }, leaving),
        ),
      all: (kind: HistoryKind) =>
        removeLater(
          { kind, ids: [], until: new Date().toISOString() },
          kind === 'searches' ? '已清空检索历史' : '已清空看过的文献',
          (leaving) => removeFromHistory(cache, kind, { all: true }, leaving),
        ),
    }),
    [cache],
  )
}
