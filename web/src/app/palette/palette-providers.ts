import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { useHomeState } from '../../api/specified.state.ts'
import { readOptions } from '../../api/use-read.ts'
import type { AskRequest } from '../../chat/start/addresses.ts'
import { useAsk, useResearch } from '../../chat/start/use-start.ts'
import { readingAddress, searchAddress, usePaperAddress } from '../../paper/addresses.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { langOf } from '../../paper/paper.ts'
import { setAppearance } from '../../ui/appearance.state.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import { menuGroups } from '../shell/menu-tree.tsx'
import { useShellActions } from '../shell/shell-actions.ts'
import { matchesItem, type PaletteItem, type PaletteProvider } from './palette-items.ts'

/** Returns all providers of the command palette. An area adds its provider here. */
export function usePaletteProviders(): PaletteProvider[] {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const menuItems = useHomeState((state) => state.menuItems)
  const actions = useShellActions()
  const { open: openPaper } = usePaperAddress()
  const ask = useAsk()
  const research = useResearch()

  return useMemo(() => {
    const screens: PaletteItem[] = menuGroups(menuItems)
      .flatMap((group) => group.items)
      .map(({ path, name, icon }) => ({ id: path, name, icon, words: path, run: () => navigate(path) }))
    const commands: PaletteItem[] = [
      ...actions.map(({ name, icon, run }) => ({ id: name, name, icon, run })),
      ...appearances,
    ]
    return [
      staticProvider('screens', '页面', screens),
      staticProvider('actions', '操作', commands),
      searchPalette(navigate, ask, research),
      paperPalette(openPaper),
      listPalette(cache, navigate),
      filePalette(navigate),
      subscriptionPalette(cache, navigate),
    ]
  }, [navigate, cache, menuItems, actions, openPaper, ask, research])
}

/** The items that change the appearance. */
const appearances: PaletteItem[] = [
  { id: 'light', name: '使用浅色外观', words: 'light', icon: 'sun', run: () => setAppearance('light') },
  { id: 'dark', name: '使用深色外观', words: 'dark', icon: 'moon', run: () => setAppearance('dark') },
  { id: 'system', name: '外观跟随系统', words: 'system', icon: 'device', run: () => setAppearance('system') },
]

/** Creates a provider of items that are known in advance. */
const staticProvider = (id: string, name: string, items: PaletteItem[]): PaletteProvider => ({
  id,
  name,
  find: (text) => items.filter((item) => matchesItem(item, text)),
})

/** Maximum number of items a provider shows. */
const MAX_ITEMS = 6

/** Maximum length of the typed text that each call accepts, in characters. */
const MAX_PAPER_QUERY_CHARS = 200
const MAX_FILE_QUERY_CHARS = 100

/** Suggestions requested: more than are shown, because some are not titles of papers. */
const SUGGESTION_COUNT = 20

/** Documents requested: more than are shown, because papers among them are left to `paperPalette`. */
const FILE_PAGE_SIZE = 20

/**
 * Offers to search for the typed text, to ask it as a question or to research it; available at once, with or without
 * suggestions.
 */
const searchPalette = (
  go: (address: string) => void,
  ask: ((request: AskRequest) => void) | undefined,
  research: ((request: AskRequest) => void) | undefined,
): PaletteProvider => ({
  id: 'search',
  name: '检索与提问',
  find: (text): PaletteItem[] =>
    text === ''
      ? []
      : [
          { id: 'search', name: `检索「${text}」`, icon: 'search', run: () => go(searchAddress(text)) },
          ...actionItems('ask', '提问', 'chat', ask, text),
          ...actionItems('research', '深度研究', 'compass', research, text),
        ],
})

/** Returns the item that sends a question to an application; none where the operator has disabled it. */
const actionItems = (
  id: string,
  name: string,
  icon: IconName,
  send: ((request: AskRequest) => void) | undefined,
  question: string,
): PaletteItem[] =>
  send ? [{ id, name: `${name}${inCorners(question)}`, icon, run: () => send({ question }) }] : []

/** Finds papers whose titles match the typed text. */
const paperPalette = (openPaper: (id: string) => void): PaletteProvider => ({
  id: 'papers',
  name: '文献',
  find: async (text, signal): Promise<PaletteItem[]> => {
    if (text === '') return []
    const answer = await call(
      api.papers.suggest,
      { keyword: text.slice(0, MAX_PAPER_QUERY_CHARS), limit: SUGGESTION_COUNT },
      { signal },
    )
    if (!answer.success) return []
    return answer.data
      .flatMap(({ paper_id: id, text: title }) => (id ? [{ id, title }] : []))
      .slice(0, MAX_ITEMS)
      .map(({ id, title }) => ({
        id: `paper-${id}`,
        name: plainText(title),
        lang: langOf(title),
        icon: 'file',
        run: () => openPaper(id),
      }))
  },
})

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

/** Finds files of the user's knowledge bases by name and opens them in the reader. */
export const filePalette = (go: (address: string) => void): PaletteProvider => ({
  id: 'files',
  name: '文件',
  find: async (text, signal): Promise<PaletteItem[]> => {
    if (text === '') return []
    const input = { keyword: text.slice(0, MAX_FILE_QUERY_CHARS), page_num: 1, page_size: FILE_PAGE_SIZE }
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
