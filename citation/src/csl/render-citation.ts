import type { Cite, Disambiguation, RenderingStyle } from './cite-state.ts'
import { decorate } from './decorate.ts'
import type { Disambiguations } from './disambiguate.ts'
import { isEmpty, type Output, outputText, type Span } from './output.ts'
import type { PositionedCite } from './positions.ts'
import type { Reference } from './reference.ts'
import { type RenderRequest, renderReference } from './rendering.ts'
import { readRichText } from './rich-text.ts'
import { sortByKeys } from './sort.ts'
import type { CitationArea } from './style-tree.ts'

/** What the citations of a document share. */
export interface DocumentSetting {
  rendering: RenderingStyle
  references: ReadonlyMap<string, Reference>
  /** Numbers of the references, from 1. */
  numbers: ReadonlyMap<string, number>
  disambiguations: Disambiguations
  /** Printed for a cite that prints nothing. */
  emptyCite: string
}

/** A cite of a citation, rendered on its own. */
interface RenderedCite {
  cite: Cite
  reference: Reference
  request: RenderRequest
  content: Output[]
  /** The names at its beginning; undefined when it has none. */
  names: string | undefined
  number: number
}

/** Returns the first span of names, in order of printing. */
function findNames(outputs: readonly Output[]): Output | undefined {
  for (const output of outputs) {
    if (typeof output === 'string') continue
    const found = output.names ? output : findNames(output.children)
    if (found) return found
  }
  return undefined
}

function requestOf(cite: Cite, positioned: PositionedCite, setting: DocumentSetting): RenderRequest {
  return {
    area: 'citation',
    cite,
    position: positioned.position,
    isNearNote: positioned.isNearNote,
    firstNote: positioned.firstNote,
    citationNumber: setting.numbers.get(cite.id) ?? 0,
    disambiguation: setting.disambiguations.byId.get(cite.id),
    givenLevels: setting.disambiguations.givenLevels,
  }
}

/** Renders a cite with a changed request; one that prints only its authors is reduced to their names. */
function renderContent(
  cite: RenderedCite,
  setting: DocumentSetting,
  change: Partial<RenderRequest>,
): Output[] {
  const { outputs } = renderReference(setting.rendering, cite.reference, { ...cite.request, ...change })
  if (!cite.cite.authorOnly) return outputs
  const names = findNames(outputs)
  return names ? [names] : outputs
}

function toRenderedCite(
  reference: Reference,
  request: RenderRequest,
  setting: DocumentSetting,
): RenderedCite {
  const cite = request.cite ?? { id: reference.id }
  const rendered: RenderedCite = {
    cite,
    reference,
    request,
    content: [],
    names: undefined,
    number: request.citationNumber ?? 0,
  }
  rendered.content = renderContent(rendered, setting, {})
  const names = findNames(rendered.content)
  rendered.names = names && outputText(names)
  return rendered
}

/** Moves cites of the same authors behind the first of them. */
function groupCites(
  cites: readonly RenderedCite[],
  { sort, collapse, citeGroupDelimiter }: CitationArea,
): RenderedCite[] {
  const isGrouped = citeGroupDelimiter !== undefined || collapse?.startsWith('year')
  // Without a sort order of the style, the order of the text's author stays.
  if (!isGrouped || !sort) return [...cites]
  const groups = new Map<string, RenderedCite[]>()
  for (const [at, cite] of cites.entries()) {
    const key = cite.names ?? `#${at}`
    const group = groups.get(key)
    if (group) group.push(cite)
    else groups.set(key, [cite])
  }
  return [...groups.values()].flat()
}

/** A piece of a citation and the delimiter before it. */
interface Piece {
  delimiter: string
  output: Output
}

/** Adds prefix and suffix of the text's author to a cite, with a space where a word would touch the cite. */
function withAffixes({ prefix = '', suffix = '' }: Cite, content: Output[]): Output {
  const before = /[\p{L}\p{N}.,:;]$/u.test(prefix) ? `${prefix} ` : prefix
  const after = /^[\p{L}\p{N}]/u.test(suffix) ? ` ${suffix}` : suffix
  return { children: [...readRichText(before), ...content, ...readRichText(after)] }
}

const hasAffixes = ({ prefix = '', suffix = '' }: Cite): boolean => prefix !== '' || suffix !== ''

/** Returns whether a cite is nothing but its number, so that it can be part of a range. */
function isBareNumber({ cite, number, content }: RenderedCite): boolean {
  if (hasAffixes(cite) || cite.locator) return false
  return outputText(content).replace(/\D/g, '') === String(number)
}

/** Smallest number of consecutive cites that become a range: 1, 2 and 1–3. */
const MIN_RANGE = 3

/** Returns how many cites from index `from` on follow one another, at least 1. */
function runLength(
  cites: readonly RenderedCite[],
  from: number,
  follows: (a: RenderedCite, b: RenderedCite) => boolean,
): number {
  let length = 1
  for (let at = from; at + 1 < cites.length; at++) {
    const [a, b] = [cites[at], cites[at + 1]]
    if (!a || !b || !follows(a, b)) break
    length++
  }
  return length
}

const RANGE_DASH = '–'

/** Joins cites with consecutive numbers to ranges. */
function collapseNumbers(cites: readonly RenderedCite[], delimiter: string, area: CitationArea): Piece[] {
  const pieces: Piece[] = []
  // The delimiter before the next piece.
  let next = delimiter
  const follows = (a: RenderedCite, b: RenderedCite) =>
    isBareNumber(a) && isBareNumber(b) && b.number === a.number + 1
  for (let at = 0; at < cites.length; ) {
    const length = runLength(cites, at, follows)
    const first = cites[at]
    const last = cites[at + length - 1]
    if (!first || !last) break
    if (length < MIN_RANGE) {
      pieces.push({ delimiter: next, output: withAffixes(first.cite, first.content) })
      next = delimiter
      at++
      continue
    }
    pieces.push({ delimiter: next, output: { children: [...first.content, RANGE_DASH, ...last.content] } })
    next = area.afterCollapseDelimiter ?? delimiter
    at += length
  }
  return pieces
}

/** Returns a cite's text without its year suffix, by which cites of one year are recognised. */
function textWithoutSuffix(cite: RenderedCite, setting: DocumentSetting): string {
  const known = cite.request.disambiguation
  const disambiguation: Disambiguation | undefined = known && { ...known, yearSuffix: undefined }
  return outputText(renderContent(cite, setting, { disambiguation }))
}

/** Finds cites that differ only by their year suffix and joins them: `2001a, b` or `2001a–c`. */
class SuffixCollapser {
  private readonly setting: DocumentSetting
  private readonly isRanged: boolean

  constructor(setting: DocumentSetting, isRanged: boolean) {
    this.setting = setting
    this.isRanged = isRanged
  }

  private isSameYear = (a: RenderedCite, b: RenderedCite): boolean =>
    a.request.disambiguation?.yearSuffix !== undefined &&
    b.request.disambiguation?.yearSuffix !== undefined &&
    !hasAffixes(a.cite) &&
    !hasAffixes(b.cite) &&
    !a.cite.locator &&
    !b.cite.locator &&
    textWithoutSuffix(a, this.setting) === textWithoutSuffix(b, this.setting)

  /** Returns how many cites from a place on share names and year. */
  length(cites: readonly RenderedCite[], from: number): number {
    return runLength(cites, from, this.isSameYear)
  }

  private suffixOf(cite: RenderedCite): Output {
    return { children: renderContent(cite, this.setting, { onlyYearSuffix: true }) }
  }

  private isNext = (a: RenderedCite, b: RenderedCite): boolean => suffixRank(b) === suffixRank(a) + 1

  /** Joins the first cite in full with the suffixes of the others. */
  join(cites: readonly RenderedCite[], first: Output[], delimiter: string): Output {
    const children: Output[] = [...first]
    for (let at = 0; at < cites.length; ) {
      const length = this.isRanged ? runLength(cites, at, this.isNext) : 1
      const from = cites[at]
      const last = cites[at + length - 1]
      if (!from || !last) break
      if (at > 0) children.push(delimiter, this.suffixOf(from))
      if (length >= MIN_RANGE) children.push(RANGE_DASH, this.suffixOf(last))
      at += length >= MIN_RANGE ? length : 1
    }
    return { children }
  }
}

/** Returns the number of a year suffix: `a` is 1, `z` 26, `aa` 27; 0 without one. */
function suffixRank({ request }: RenderedCite): number {
  return [...(request.disambiguation?.yearSuffix ?? '')].reduce(
    (rank, letter) => rank * 26 + letter.charCodeAt(0) - 96,
    0,
  )
}

const DEFAULT_GROUP_DELIMITER = ', '

/** In the text, cites of the same authors are separated by a comma; in notes, as other cites are. */
const defaultGroupDelimiter = (delimiter: string, { rendering }: DocumentSetting): string =>
  rendering.style.kind === 'note' ? delimiter : DEFAULT_GROUP_DELIMITER

/** Puts cites that share names and year in the order of their suffixes. */
function orderBySuffix(cites: readonly RenderedCite[], collapser: SuffixCollapser): RenderedCite[] {
  const ordered: RenderedCite[] = []
  for (let at = 0; at < cites.length; ) {
    const length = collapser.length(cites, at)
    ordered.push(...cites.slice(at, at + length).toSorted((a, b) => suffixRank(a) - suffixRank(b)))
    at += length
  }
  return ordered
}

/** Returns the delimiter between a cite and the one before it. */
function delimiterBefore(
  cite: RenderedCite,
  before: RenderedCite | undefined,
  delimiter: string,
  setting: DocumentSetting,
): string {
  const { citeGroupDelimiter, afterCollapseDelimiter } = setting.rendering.style.citation
  const endsGroup = before?.cite.locator && afterCollapseDelimiter !== undefined
  return sharesNames(cite, before) && !endsGroup
    ? (citeGroupDelimiter ?? defaultGroupDelimiter(delimiter, setting))
    : (afterCollapseDelimiter ?? delimiter)
}

const sharesNames = (cite: RenderedCite, before: RenderedCite | undefined): boolean =>
  before !== undefined && cite.names !== undefined && cite.names === before.names

/** Returns what a cite prints after another one: without the names that both share. */
const contentAfter = (
  cite: RenderedCite,
  before: RenderedCite | undefined,
  setting: DocumentSetting,
): Output[] =>
  sharesNames(cite, before) ? renderContent(cite, setting, { omitsFirstNames: true }) : cite.content

/** Omits repeated names, and by the style's `collapse` repeated years: `(Ness 2001a, b; Ruud 2003)`. */
function collapseYears(
  grouped: readonly RenderedCite[],
  delimiter: string,
  setting: DocumentSetting,
): Piece[] {
  const area = setting.rendering.style.citation
  const collapser = new SuffixCollapser(setting, area.collapse === 'year-suffix-ranged')
  const suffixDelimiter = area.yearSuffixDelimiter ?? area.citeGroupDelimiter ?? delimiter
  const cites = area.sort ? grouped : orderBySuffix(grouped, collapser)
  const pieces: Piece[] = []
  for (let at = 0; at < cites.length; ) {
    const cite = cites[at]
    if (!cite) break
    const before = cites[at - 1]
    const content = contentAfter(cite, before, setting)
    const length = area.collapse === 'year' ? 1 : collapser.length(cites, at)
    const output =
      length > 1
        ? collapser.join(cites.slice(at, at + length), content, suffixDelimiter)
        : withAffixes(cite.cite, content)
    if (!isEmpty(output))
      pieces.push({ delimiter: delimiterBefore(cite, before, delimiter, setting), output })
    at += length
  }
  return pieces
}

/** Groups and collapses cites as the style says. */
function joinCites(cites: readonly RenderedCite[], delimiter: string, setting: DocumentSetting): Piece[] {
  const area = setting.rendering.style.citation
  if (area.collapse === 'citation-number') return collapseNumbers(cites, delimiter, area)
  const grouped = groupCites(cites, area)
  if (area.collapse?.startsWith('year')) return collapseYears(grouped, delimiter, setting)
  return grouped.map((cite, at) => ({
    delimiter: sharesNames(cite, grouped[at - 1]) ? (area.citeGroupDelimiter ?? delimiter) : delimiter,
    output: withAffixes(cite.cite, cite.content),
  }))
}

const STARTS_WITH_MARK = /^\s*[,.;:]/
const ENDS_WITH_COMMA = /,\s*$/

/** Puts the delimiters between the pieces; none before a prefix that begins with a mark of its own. */
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

/** Capitalizes a term that begins an output; returns whether the output prints anything, so that the search ends. */
function capitalizeTerm(output: Output): boolean {
  if (typeof output === 'string') return output !== ''
  if (isEmpty(output)) return false
  if (output.term) capitalizeSpan(output)
  return output.term === true || output.children.some(capitalizeTerm)
}

function capitalizeSpan(span: Span): void {
  const [text] = span.children
  if (typeof text === 'string') span.children[0] = text.charAt(0).toUpperCase() + text.slice(1)
}

/** Capitalizes terms at the beginning of a note, and after a prefix that ends a sentence. */
function capitalizeBeginnings(cites: readonly RenderedCite[]): void {
  for (const [at, { cite, content }] of cites.entries()) {
    const prefix = (cite.prefix ?? '').trim()
    if ((at === 0 && prefix === '') || /[.?!]["'”’]?$/.test(prefix)) content.some(capitalizeTerm)
  }
}

/** Renders the cites of one place of a text: sorted, grouped and collapsed as the style says. */
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
    return reference && position ? [{ reference, request: requestOf(cite, position, setting) }] : []
  })
  const sorted = area.sort ? sortByKeys(items, area.sort, rendering) : items
  const rendered = sorted.map(({ reference, request }) => toRenderedCite(reference, request, setting))
  for (const cite of rendered)
    if (setting.emptyCite !== '' && outputText(cite.content) === '') cite.content = [setting.emptyCite]
  if (rendering.style.kind === 'note') capitalizeBeginnings(rendered)
  const layout = area.layouts.findLast(({ locales }) => locales.length === 0) ?? area.layouts.at(-1)
  if (!layout) return []
  const joined = assemble(joinCites(rendered, layout.delimiter, setting))
  return [decorateLayout(layout, joined, rendering.defaultLocale.language)]
}

/** Applies typography and affixes of a layout; unlike elsewhere, the affixes have the typography too. */
export function decorateLayout(
  layout: CitationArea['layouts'][number],
  content: Output[],
  language: string,
): Output {
  const { prefix, suffix, format } = layout
  const last = content.at(-1)
  const isSetApart = typeof last === 'object' && last.display !== undefined
  // The suffix belongs to the text, not behind the block that the last part stands in.
  const whole = isSetApart
    ? [...content.slice(0, -1), { ...last, children: [...last.children, suffix] }]
    : content
  const inner = decorate(
    { ...layout, prefix: '', suffix: '', format: undefined, display: undefined },
    whole,
    language,
  )
  const children = [prefix, inner, isSetApart ? '' : suffix]
  return format ? { format, children } : { children }
}
