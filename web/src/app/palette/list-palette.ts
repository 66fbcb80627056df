import { api } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readOptions } from '../../api/use-read.ts'
import { readingAddress } from '../../paper/addresses.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { matchesItem, type PaletteItem, type PaletteProvider } from './palette-items.ts'

const MAX_ITEMS = 6

/** Finds the user's lists and knowledge bases by name. */
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
      .filter((item) => matchesItem(item, text))
      .slice(0, MAX_ITEMS)
  },
})

const MAX_QUERY_CHARS = 100

/** Finds files of the user's knowledge bases by name and opens them in the reader. */
export const filePalette = (go: (address: string) => void): PaletteProvider => ({
  id: 'files',
  name: '文件',
  find: async (text, signal): Promise<PaletteItem[]> => {
    if (text === '') return []
    const input = { keyword: text.slice(0, MAX_QUERY_CHARS), page_num: 1, page_size: FILE_PAGE_SIZE }
    const answer = await call(api.datasets.documentsForPickers, input, { signal })
    if (!answer.success) return []
    return answer.data.list
      .filter(({ type }) => type === 'file')
      .slice(0, MAX_ITEMS)
      .map(({ id, title, dataset_id }) => ({
        id: `file-${id}`,
        name: plainText(title),
        icon: 'file',
        run: () => go(readingAddress({ document_id: id }, { dataset_id })),
      }))
  },
})

/** Results include papers of the bases, which the paper provider finds too. */
const FILE_PAGE_SIZE = 20

/** Finds the user's subscriptions, and offers to create one. */
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
    return [...followed, add].filter((item) => matchesItem(item, text)).slice(0, MAX_ITEMS)
  },
})
