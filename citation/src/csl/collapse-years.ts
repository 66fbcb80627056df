// Joins cites of the same authors: `(Ness 2001a, b; Ruud 2003)`.
import type { Disambiguation } from './cite-state.ts'
import { suffixRank } from './numbers.ts'
import { isEmpty, type Output, outputText } from './output.ts'
import { hasAffixes, MIN_RANGE, type Piece, RANGE_DASH, runLength, withAffixes } from './pieces.ts'
import { type DocumentSetting, type RenderedCite, renderContent } from './rendered-cite.ts'

/** Omits repeated names, and by the style's `collapse` repeated years: `(Ness 2001a, b; Ruud 2003)`. */
export function collapseYears(
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
    const length = area.collapse === 'year' ? 1 : collapser.sameYearCount(cites, at)
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

  /** Returns how many cites from a place on share names and year, at least 1. */
  sameYearCount(cites: readonly RenderedCite[], from: number): number {
    return runLength(cites, from, this.isSameYear)
  }

  /** Renders only the year suffix of a cite. */
  private suffixOf(cite: RenderedCite): Output {
    return { children: renderContent(cite, this.setting, { onlyYearSuffix: true }) }
  }

  private isNext = (a: RenderedCite, b: RenderedCite): boolean => suffixRankOf(b) === suffixRankOf(a) + 1

  /** Joins `first`, the content of the first cite, with the year suffixes of the others. */
  join(cites: readonly RenderedCite[], first: Output[], delimiter: string): Output {
    const children: Output[] = [...first]
    for (let at = 0; at < cites.length; ) {
      const length = this.isRanged ? runLength(cites, at, this.isNext) : 1
      const rangeStart = cites[at]
      const rangeEnd = cites[at + length - 1]
      if (!rangeStart || !rangeEnd) break
      // The first cite of all is in `first` already.
      if (at > 0) children.push(delimiter, this.suffixOf(rangeStart))
      if (length >= MIN_RANGE) children.push(RANGE_DASH, this.suffixOf(rangeEnd))
      at += length >= MIN_RANGE ? length : 1
    }
    return { children }
  }
}

/** Returns a cite's text without its year suffix; cites of the same names and year have the same. */
function textWithoutSuffix(cite: RenderedCite, setting: DocumentSetting): string {
  const settled = cite.request.disambiguation
  const disambiguation: Disambiguation | undefined = settled && { ...settled, yearSuffix: undefined }
  return outputText(renderContent(cite, setting, { disambiguation }))
}

/** Returns the place of a cite's year suffix in their order; 0 without one. */
const suffixRankOf = ({ request }: RenderedCite): number =>
  suffixRank(request.disambiguation?.yearSuffix ?? '')

/** Puts cites that share names and year in the order of their suffixes. */
function orderBySuffix(cites: readonly RenderedCite[], collapser: SuffixCollapser): RenderedCite[] {
  const ordered: RenderedCite[] = []
  for (let at = 0; at < cites.length; ) {
    const length = collapser.sameYearCount(cites, at)
    ordered.push(...cites.slice(at, at + length).toSorted((a, b) => suffixRankOf(a) - suffixRankOf(b)))
    at += length
  }
  return ordered
}

/** Returns what a cite prints after another one: without the names that both share. */
const contentAfter = (
  cite: RenderedCite,
  before: RenderedCite | undefined,
  setting: DocumentSetting,
): Output[] =>
  sharesNames(cite, before) ? renderContent(cite, setting, { omitsFirstNames: true }) : cite.content

/** Returns whether a cite prints the same names as the one before it. */
export const sharesNames = (cite: RenderedCite, before: RenderedCite | undefined): boolean =>
  before !== undefined && cite.names !== undefined && cite.names === before.names

/** Returns the delimiter between a cite and the one before it, which is undefined for the first. */
function delimiterBefore(
  cite: RenderedCite,
  before: RenderedCite | undefined,
  delimiter: string,
  setting: DocumentSetting,
): string {
  const { citeGroupDelimiter, afterCollapseDelimiter } = setting.rendering.style.citation
  // A locator ends a group, where the style has a delimiter for the end of groups.
  const endsGroup = before?.cite.locator && afterCollapseDelimiter !== undefined
  return sharesNames(cite, before) && !endsGroup
    ? (citeGroupDelimiter ?? defaultGroupDelimiter(delimiter, setting))
    : (afterCollapseDelimiter ?? delimiter)
}

const DEFAULT_GROUP_DELIMITER = ', '

/** In the text, cites of the same authors are separated by a comma; in notes, as other cites are. */
const defaultGroupDelimiter = (delimiter: string, { rendering }: DocumentSetting): string =>
  rendering.style.kind === 'note' ? delimiter : DEFAULT_GROUP_DELIMITER
