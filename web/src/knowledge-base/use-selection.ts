import { useMemo, useState } from 'react'

/** Holds the selected items of a list, also those of its other pages. */
export function useSelection<Item extends { id: string }>() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map())
  return useMemo(() => {
    const set = (items: readonly Item[], isSelected: boolean) =>
      setChosen((before) => {
        const next = new Map(before)
        for (const item of items)
          if (isSelected) next.set(item.id, item)
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

/** The selected items, and the functions that change them. */
export type Selection<Item extends { id: string }> = ReturnType<typeof useSelection<Item>>
