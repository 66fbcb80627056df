import { useEffect, useState } from 'react'
import type { IconName } from '../../ui/icons/icon.tsx'

/** One item of the command palette. */
export interface PaletteItem {
  id: string
  name: string
  /** Language tag (BCP 47) of a name that is not in the product's language. */
  lang?: string
  /** A name of an icon; the menu of the server may name others. */
  icon: IconName | (string & {})
  /** Other words that find the item: pinyin, English, an old name. */
  words?: string
  /** Carries out the item; the palette has closed by then. */
  run: () => void
}

/** A source of palette items. An area that wants to be found in the palette adds one. */
export interface PaletteProvider {
  id: string
  /** The heading above its items. */
  name: string
  /** Finds the items for the typed text, which may be `''`. May be called again before it has resolved. */
  find: (text: string, signal: AbortSignal) => PaletteItem[] | Promise<PaletteItem[]>
}

/** Returns whether an item matches the typed text: every typed word occurs somewhere in its name or words. */
export function matchesItem(item: PaletteItem, text: string): boolean {
  const searchable = `${item.name} ${item.words ?? ''}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searchable.includes(word))
}

/** The items that one provider found. */
export interface PaletteGroup {
  id: string
  name: string
  items: PaletteItem[]
}

/**
 * Queries every provider as the user types. Each keeps its items for the previous text until it resolves for the new
 * one; a failing one shows nothing. Groups come in the order of `providers`, without empty ones.
 *
 * `providers` must stay the same array from render to render.
 */
export function usePaletteSearch(providers: PaletteProvider[], text: string): PaletteGroup[] {
  /** The items of each provider, by its id. */
  const [found, setFound] = useState<Record<string, PaletteItem[]>>({})

  useEffect(() => {
    const search = new AbortController()
    for (const provider of providers) {
      const store = (items: PaletteItem[]) => {
        if (!search.signal.aborted) setFound((now) => ({ ...now, [provider.id]: items }))
      }
      const find = async () => provider.find(text.trim(), search.signal)
      find().then(store, () => store([]))
    }
    return () => search.abort()
  }, [providers, text])

  return providers
    .map(({ id, name }) => ({ id, name, items: found[id] ?? [] }))
    .filter(({ items }) => items.length > 0)
}
