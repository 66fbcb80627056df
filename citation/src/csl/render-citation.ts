import type { Cite } from './cite-state.ts'
import { joinCites } from './collapse-cites.ts'
import { decorate } from './decorate.ts'
import { isEmpty, type Output, outputText, type Span } from './output.ts'
import type { Piece } from './pieces.ts'
import type { PositionedCite } from './positions.ts'
import { citeRequest, type DocumentSetting, type RenderedCite, renderCite } from './rendered-cite.ts'
import { layoutFor } from './rendering.ts'
import { sortByKeys } from './sort.ts'
import type { Layout } from './style-tree.ts'

/**
 * Renders the cites of one place of a text: sorted, grouped and collapsed as the style says. Cites of unknown
 * references are left out.
 *
 * @param positions one per cite, in the same order.
 * @returns one output, in the typography and affixes of the layout; none for a style without layouts.
 */
export function renderCitation(
  cites: readonly Cite[],
  positions: readonly PositionedCite[],
  setting: DocumentSetting,
): Output[] {
  const { rendering } = setting
  const area = rendering.style.citation
  const items = cites.flatMap((cite, at) => {
    const reference = setting.references.get(cite.id)
    const position = positions[at]
    return reference && position ? [{ reference, request: citeRequest(cite, position, setting) }] : []
  })
  const sorted = area.sort ? sortByKeys(items, area.sort, rendering) : items
  const rendered = sorted.map(({ reference, request }) => renderCite(reference, request, setting))
  for (const cite of rendered)
    if (setting.emptyCite !== '' && outputText(cite.content) === '') cite.content = [setting.emptyCite]
  if (rendering.style.kind === 'note') capitalizeBeginnings(rendered)
  // A citation may cite works of several languages, so the layout of no language joins them.
  const layout = layoutFor(area.layouts, '')
  if (!layout) return []
  const joined = assemble(joinCites(rendered, layout.delimiter, setting))
  return [decorateLayout(layout, joined, rendering.defaultLocale.language)]
}

/** Capitalizes, in place, terms at the beginning of a note and after a prefix that ends a sentence. */
function capitalizeBeginnings(cites: readonly RenderedCite[]): void {
  for (const [at, { cite, content }] of cites.entries()) {
    const prefix = (cite.prefix ?? '').trim()
    if ((at === 0 && prefix === '') || /[.?!]["'”’]?$/.test(prefix)) content.some(capitalizeTerm)
  }
}

/**
 * Capitalizes a term that begins an output, in place. Returns whether the output prints anything, so that a caller that
 * visits outputs in order stops at the first that does.
 */
function capitalizeTerm(output: Output): boolean {
  if (typeof output === 'string') return output !== ''
  if (isEmpty(output)) return false
  if (output.term) capitalizeSpan(output)
  return output.term === true || output.children.some(capitalizeTerm)
}

/** Capitalizes the first letter of a span that begins with text, in place. */
function capitalizeSpan(span: Span): void {
  const [text] = span.children
  if (typeof text === 'string') span.children[0] = text.charAt(0).toUpperCase() + text.slice(1)
}

/** Matches a prefix that brings a mark of its own: `; see also`. */
const STARTS_WITH_MARK = /^\s*[,.;:]/
const ENDS_WITH_COMMA = /,\s*$/

/** Puts the delimiters between the pieces: none before a prefix with a mark of its own, a space after a comma. */
function assemble(pieces: readonly Piece[]): Output[] {
  const outputs: Output[] = []
  for (const { delimiter, output } of pieces) {
    const hasOwnMark = typeof output !== 'string' && STARTS_WITH_MARK.test(outputText(output.children[0]))
    if (outputs.length > 0 && !hasOwnMark)
      outputs.push(ENDS_WITH_COMMA.test(outputText(outputs.at(-1))) ? ' ' : delimiter)
    outputs.push(output)
  }
  return outputs
}

/** Applies typography and affixes of a layout. Unlike in other elements, the affixes have the typography too. */
export function decorateLayout(layout: Layout, content: Output[], language: string): Output {
  const { prefix, suffix, format } = layout
  const last = content.at(-1)
  const endsInBlock = typeof last === 'object' && last.display !== undefined
  // The suffix belongs to the text, not behind the block that the last part stands in.
  const whole = endsInBlock
    ? [...content.slice(0, -1), { ...last, children: [...last.children, suffix] }]
    : content
  const inner = decorate(
    { ...layout, prefix: '', suffix: '', format: undefined, display: undefined },
    whole,
    language,
  )
  const children = [prefix, inner, endsInBlock ? '' : suffix]
  return format ? { format, children } : { children }
}
