import { api } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { readOptions } from '../../api/use-read.ts'
import { fits, type PaletteItem, type PaletteProvider } from './palette-items.ts'

const SHOWN = 6

/** The person's lists and knowledge bases, by name. */
export const listPalette = (cache: QueryClient, go: (address: string) => void): PaletteProvider => ({
  id: 'lists',
  name: '清单',
  find: async (text): Promise<PaletteItem[]> => {
    if (text === '') return []
    const { aiDataset, projectDataset, readingDataset } = await cache.fetchQuery(
      readOptions(api.datasets.all, {}),
    )
    return [...readingDataset, ...projectDataset.flatMap(({ datasets }) => datasets), ...aiDataset]
      .map(({ id, name, description }) => ({
        id: `list-${id}`,
        name,
        icon: 'bookmark',
        words: description,
        run: () => go(`/knowledgeBase?${new URLSearchParams({ dataset_id: id })}`),
      }))
      .filter((item) => fits(item, text))
      .slice(0, SHOWN)
  },
})

/** What the person follows, and the way to follow something else. */
export const subscriptionPalette = (cache: QueryClient, go: (address: string) => void): PaletteProvider => ({
  id: 'subscriptions',
  name: '订阅',
  find: async (text): Promise<PaletteItem[]> => {
    if (text === '') return []
    const add: PaletteItem = {
      id: 'subscription-add',
      name: '添加订阅',
      icon: 'plus',
      run: () => go('/subscribe?add=topic'),
    }
    const list = await cache.fetchQuery(readOptions(api.preferences.subscriptions, {}))
    const followed = list.map(({ id, name, value }) => ({
      id: `subscription-${id}`,
      name: name || value,
      icon: 'bell',
      words: value,
      run: () => go(`/subscribe/searchResult?${new URLSearchParams({ id })}`),
    }))
    return [...followed, add].filter((item) => fits(item, text)).slice(0, SHOWN)
  },
})
