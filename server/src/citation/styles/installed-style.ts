import { type CslStyle, type LocaleData, readStyle } from '@scinav/citation/csl'
import type { StyleRow } from './style.store.ts'

/** A style in the Citation Style Language, ready to be sent to a print thread. */
export interface InstalledStyle {
  id: string
  name: string
  system: StyleRow['system']
  xml: string
  /** Locale files of the installation. */
  locales?: LocaleData[]
}

const SYSTEMS: readonly StyleRow['system'][] = ['numeric', 'author-date', 'note', 'author', 'label']

function systemOf({ citationFormat, kind }: CslStyle): StyleRow['system'] {
  const named = SYSTEMS.find((system) => system === citationFormat)
  return named ?? (kind === 'note' ? 'note' : 'author-date')
}

const MAX_NAME_CHARS = 200

/** Returns what a checked style is called and how it cites. */
export const describeStyle = (style: CslStyle): Pick<StyleRow, 'csl_id' | 'name' | 'system'> => ({
  csl_id: style.id.slice(0, MAX_NAME_CHARS) || style.title.slice(0, MAX_NAME_CHARS),
  name: (style.title || style.id || '未命名样式').slice(0, MAX_NAME_CHARS),
  system: systemOf(style),
})

/** Reads a style file. @throws StyleFault with a reason in Chinese. */
export function readInstalledStyle(id: string, xml: string): InstalledStyle {
  const { name, system } = describeStyle(readStyle(xml))
  return { id, name, system, xml }
}
