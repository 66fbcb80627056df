import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { call } from '../../api/call.ts'
import type { AskRequest } from '../../chat/run/agent-start.ts'
import { searchAddress } from '../../paper/addresses.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { langOf } from '../../paper/paper.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import type { PaletteItem, PaletteProvider } from './palette-items.ts'

const MAX_ITEMS = 6
const MAX_QUERY_CHARS = 200

/**
 * Offers to search for the typed text, to ask it as a question or to research it; available at once, with or without
 * suggestions.
 */
export const searchPalette = (
  go: (address: string) => void,
  ask: ((asking: AskRequest) => void) | undefined,
  research: ((asking: AskRequest) => void) | undefined,
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
  go: ((asking: AskRequest) => void) | undefined,
  question: string,
): PaletteItem[] =>
  go ? [{ id, name: `${name}${inCorners(question)}`, icon, run: () => go({ question }) }] : []

/** Finds papers whose titles match the typed text. */
export const paperPalette = (openPaper: (id: string) => void): PaletteProvider => ({
  id: 'papers',
  name: '文献',
  find: async (text, signal): Promise<PaletteItem[]> => {
    if (text === '') return []
    const answer = await call(
      api.papers.suggest,
      { keyword: text.slice(0, MAX_QUERY_CHARS), limit: 20 },
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
