import { type CslStyle, type LocaleData, readStyle } from '@scinav/citation/csl'

/** How a style cites, as its file names it. */
type CslSystem = 'numeric' | 'author-date' | 'note' | 'author' | 'label'

/** A style in the Citation Style Language, ready to be sent to a print thread. */
export interface InstalledStyle {
  id: string
  name: string
  system: CslSystem
  xml: string
  /** Locales that the installation adds; the caller sets them. Without them only the built-in locales are used. */
  locales?: LocaleData[]
}

/**
 * Reads the XML of a style.
 *
 * @throws StyleFault with a reason in Chinese.
 */
export function readInstalledStyle(id: string, xml: string): InstalledStyle {
  const { name, system } = describeStyle(readStyle(xml))
  return { id, name, system, xml }
}

/** Maximum length of the name and of the CSL id that are stored, in UTF-16 units. */
const MAX_NAME_CHARS = 200

/** Returns what is stored of a parsed style: its CSL id, its name, which is never empty, and how it cites. */
export const describeStyle = (
  style: CslStyle,
): Pick<InstalledStyle, 'name' | 'system'> & { csl_id: string } => ({
  csl_id: (style.id || style.title).slice(0, MAX_NAME_CHARS),
  name: (style.title || style.id || '未命名样式').slice(0, MAX_NAME_CHARS),
  system: citationSystem(style),
})

/** The citation formats of CSL. */
const SYSTEMS: readonly CslSystem[] = ['numeric', 'author-date', 'note', 'author', 'label']

/** Returns the citation format that a style declares; for an unknown one, or none, the usual one of its kind. */
function citationSystem({ citationFormat, kind }: CslStyle): CslSystem {
  const declared = SYSTEMS.find((system) => system === citationFormat)
  return declared ?? (kind === 'note' ? 'note' : 'author-date')
}
