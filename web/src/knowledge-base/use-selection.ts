import { useMemo, useState } from 'react'

/** Manages the selected items of a list across its pages. */
export function useSelection<Item extends { id: string }>() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map())
  return useMemo(() => {
    const set = (items: readonly Item[], selected: boolean) =>
      setChosen((now) => {
        const next = new Map(now)
        for (const item of items)
          if (selected) next.set(item.id, item)
          else next.delete(item.id)
        return next
      })
    return {
      items: [...chosen.values()],
      has: (id: string) => chosen.has(id),
      set,
      clear: () => setChosen(new Map()),
    }
  }, [chosen])
}

export type Selection<Item extends { id: string }> = ReturnType<typeof useSelection<Item>>
