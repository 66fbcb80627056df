import type { Locale } from './locale.ts'
import { findNamesSpan, isEmpty, type Output, outputText, type Span } from './output.ts'
import type { Reference } from './reference.ts'
import { decorateLayout } from './render-citation.ts'
import type { DocumentSetting } from './rendered-cite.ts'
import { renderReference } from './rendering.ts'
import type { BibliographyArea, Layout } from './style-tree.ts'

/** An entry of the bibliography, rendered. */
export interface RenderedEntry {
  id: string
  outputs: Output[]
  locale: Locale
}

/**
 * Renders the entries of the bibliography, in the order given; those that print nothing are left out. Names that repeat
 * those of the entry before are replaced as the style says (`———`). Empty for a style without a bibliography.
 */
export function renderBibliography(
  references: readonly Reference[],
  setting: DocumentSetting,
): RenderedEntry[] {
  const area = setting.rendering.style.bibliography
  if (!area) return []
  let previous: readonly string[] = []
  return references.flatMap((reference): RenderedEntry[] => {
    const { outputs, state, layout } = renderReference(setting.rendering, reference, {
      area: 'bibliography',
      citationNumber: setting.numbers.get(reference.id) ?? 0,
      disambiguation: bibliographyDisambiguation(reference.id, setting),
    })
    if (!layout || outputs.length === 0) return []
    const names = findNamesSpan(outputs)
    const keys = names?.names?.keys ?? []
    if (names && area.subsequentAuthorSubstitute !== undefined && outputText(names) !== '')
      for (const span of repeatedNames(names, keys, previous, area.subsequentAuthorRule))
        span.children = [area.subsequentAuthorSubstitute]
    previous = keys
    return [
      {
        id: reference.id,
        outputs: layoutEntry(reference, outputs, area, setting, layout),
        locale: state.locale,
      },
    ]
  })
}

/** Returns what an entry prints to be distinguished: year suffix and tested additions, since its names are complete. */
function bibliographyDisambiguation(id: string, { disambiguations }: DocumentSetting) {
  const settled = disambiguations.byId.get(id)
  return settled && { ...settled, nameCounts: [], givenLevels: [] }
}

/**
 * Returns the spans that are replaced because the entry before has the same names, by the style's
 * `subsequent-author-substitute-rule`. `keys` and `previous` are the names of this entry and of the one before.
 */
function repeatedNames(
  span: Span,
  keys: readonly string[],
  previous: readonly string[],
  rule: string,
): Span[] {
  // A substitute, such as a title, has no single names: it is replaced as a whole.
  const found = nameSpans(span)
  const persons = found.length > 0 ? found : [span]
  const firstNew = keys.findIndex((key, at) => key !== previous[at])
  const repeated = firstNew < 0 ? keys.length : firstNew
  switch (rule) {
    case 'complete-each':
      return isSameList(keys, previous) ? persons : []
    case 'partial-each':
      return persons.slice(0, repeated)
    case 'partial-first':
      return persons.slice(0, Math.min(1, repeated))
    default:
      return isSameList(keys, previous) ? [span] : []
  }
}

/** Returns the spans of single names in a span of names. */
function nameSpans(span: Span): Span[] {
  return span.children.flatMap((child): Span[] => {
    if (typeof child === 'string') return []
    return child.person ? [child] : nameSpans(child)
  })
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, at) => key === b[at])

/** Applies the layout of the bibliography to what an entry prints. */
function layoutEntry(
  reference: Reference,
  outputs: Output[],
  area: BibliographyArea,
  setting: DocumentSetting,
  layout: Layout,
): Output[] {
  const { language } = setting.rendering.defaultLocale
  if (!area.secondFieldAlign) return [decorateLayout(layout, outputs, reference.language || language)]
  const aligned = alignSecondField(outputs, layout.prefix, layout.suffix)
  return [decorateLayout({ ...layout, prefix: '', suffix: '' }, aligned, language)]
}

/** Puts the first field of an entry into the left margin, as the numbers of a list stand. */
function alignSecondField(outputs: readonly Output[], prefix: string, suffix: string): Output[] {
  const [first, ...rest] = outputs.filter((output) => !isEmpty(output))
  if (first === undefined) return []
  const left: Span = { display: 'left-margin', children: [prefix, first] }
  const right: Span = { display: 'right-inline', children: [...rest, suffix] }
  return [left, right]
}
