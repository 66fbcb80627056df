import { useEffect, useState } from 'react'
import type { IconName } from '../../ui/icons/icon.tsx'

/** One line of the command palette. */
export interface PaletteItem {
  id: string
  name: string
  /** Of a name that is not the product's own. */
  lang?: string
  icon: IconName | (string & {})
  /** What else a person may type to find it: pinyin, English, an old name. */
  words?: string
  run: () => void
}

/** A source of palette lines. An area that wants to be found there brings one. */
export interface PaletteProvider {
  id: string
  /** Stands above its lines. */
  name: string
  /** The lines for what has been typed; `''` when nothing is. May be asked again before it has answered. */
  find: (text: string, signal: AbortSignal) => PaletteItem[] | Promise<PaletteItem[]>
}

/** Whether a line fits what was typed: every typed word is somewhere in it. */
export function matchesItem(item: PaletteItem, text: string): boolean {
  const where = `${item.name} ${item.words ?? ''}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => where.includes(word))
}

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
