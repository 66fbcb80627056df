import { useEffect, useState } from 'react'
import type { PaletteItem, PaletteProvider } from './palette-items.ts'

export interface PaletteGroup {
  id: string
  name: string
  items: PaletteItem[]
}

/**
 * Asks every provider as the person types. Each answers in its own time; a failing one shows nothing.
 * `providers` must stay the same list from render to render.
 */
export function usePaletteSearch(providers: PaletteProvider[], text: string): PaletteGroup[] {
  const [found, setFound] = useState<Record<string, PaletteItem[]>>({})

  useEffect(() => {
    const asked = new AbortController()
    for (const provider of providers) {
      const put = (items: PaletteItem[]) => {
        if (!asked.signal.aborted) setFound((now) => ({ ...now, [provider.id]: items }))
      }
      Promise.resolve(provider.find(text.trim(), asked.signal)).then(put, () => put([]))
    }
    return () => asked.abort()
  }, [providers, text])

  return providers
    .map(({ id, name }) => ({ id, name, items: found[id] ?? [] }))
    .filter(({ items }) => items.length > 0)
}
