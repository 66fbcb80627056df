import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useHomeState } from '../../api/specified.state.ts'
import { useAsk, useResearch } from '../../chat/run/agent-start.ts'
import { usePaperAddress } from '../../paper/addresses.ts'
import { setAppearance } from '../../ui/appearance.state.ts'
import { menuGroups } from '../shell/menu-tree.tsx'
import { useShellActions } from '../shell/shell-actions.ts'
import { filePalette, listPalette, subscriptionPalette } from './list-palette.ts'
import { matchesItem, type PaletteItem, type PaletteProvider } from './palette-items.ts'
import { paperPalette, searchPalette } from './paper-palette.ts'

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

const appearances: PaletteItem[] = [
  { id: 'light', name: '使用浅色外观', words: 'light', icon: 'sun', run: () => setAppearance('light') },
  { id: 'dark', name: '使用深色外观', words: 'dark', icon: 'moon', run: () => setAppearance('dark') },
  { id: 'system', name: '外观跟随系统', words: 'system', icon: 'device', run: () => setAppearance('system') },
]

const staticProvider = (id: string, name: string, items: PaletteItem[]): PaletteProvider => ({
  id,
  name,
  find: (text) => items.filter((item) => matchesItem(item, text)),
})
