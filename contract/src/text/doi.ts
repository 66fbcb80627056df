import { decodeEntities } from './entities.ts'

/**
 * Angle brackets within a DOI belong to it only in a SICI (ANSI/NISO Z39.56): `<693::AID-ASI4>`, or any before
 * `3.0.CO;2-O`. All others start or end a tag. The segments are bounded to limit backtracking.
 */
const SICI_BRACKETS = '<[^\\s"<>=/]{0,80}>(?=\\d\\.\\d\\.[a-z]{2};)|<[^\\s"<>=/:]{1,20}::[^\\s"<>=/]{1,60}>'
/** A DOI within a text: `10.1038/nature12373`, `10.1002/(SICI)1097-0134(19960101)24:1<1::AID-PROT1>3.0.CO;2-P`. */
const DOI = new RegExp(`(?<!\\d)10\\.\\d{4,9}/(?:[^\\s"<>]|${SICI_BRACKETS})+`, 'i')
/** A DOI in its normal form, as most records hold it. */
const PLAIN_DOI = /^10\.\d{4,9}\/[a-z0-9./_-]*[a-z0-9]$/
/** A SICI without the article, only journal, date and issue: `10.1002/(sici)1097-0134(19960101)24:1`. */
const TRUNCATED_DOI = /^10\.\d{4,9}\/(?:\(sici\))?\d{4}-\d{3}[\dx]\(\d{4,8}\)[\d:./,a-z+-]*$/
/** The registrant with which a DOI begins, whose slash may be percent-encoded, even twice: `10.1038/`, `10.1038%2F`. */
const REGISTRANT = /(?<!\d)10\.\d{4,9}(?:\/|%(?:25)?2f)/i
/** The names of a page, or of a file, after the DOI in an address of a publisher: `/full`, `.full.pdf`. */
const PUBLISHER_PAGE =
  /(?:[/.](?:full|e?pdf|pdfdirect|epub|xml|abstract|html?|meta|full-?text|summary|references|figures|metrics|reader|download))+$/i
/** The version after the DOI in an address of bioRxiv or medRxiv, which is no part of it. */
const PREPRINT_VERSION = /(?<=^10\.\d{4,9}\/[\d.]{6,20})v\d{1,2}$/
/** What follows a DOI in an address: query, fragment or session. A character reference has a `#` of its own. */
const ADDRESS_TAIL = /\?|(?<!&)#|&(?:amp;)?[a-z_]\w{0,30}=|;jsessionid=/i
/** A query after a DOI without an address. There, a question mark alone may belong to the DOI. */
const QUERY_TAIL = /\?[a-z_]\w{0,30}=/i
/** The fragment that a sharing tool (AddThis) appends to addresses; records hold it as part of the DOI. */
const SHARING_FRAGMENT = /#\.[\w-]{11}$/
/** Signs without width that web pages insert as places for a line break. */
const ZERO_WIDTH_SIGNS = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
/** Typographic signs that a page prints for a hyphen. */
const TYPOGRAPHIC_HYPHENS = /[\u2010-\u2013\u2212]/g
/** Full-width punctuation that ends a DOI in Chinese text. */
const CHINESE_PUNCTUATION = /[，。、】》」]/g
/** A blank after the slash of the registrant, where a line was broken; words without a digit are no part of a DOI. */
const BROKEN_LINE = /(?<=(?<!\d)10\.\d{4,9}\/)\s{1,20}(?=[^\s\d]{0,40}\d)/
/** Signs before which LaTeX needs a backslash. */
const LATEX_ESCAPE = /\\(?=[_&#%])/g
/** How often an address may be percent-encoded: once more wherever it is the parameter of another address. */
const MAX_ENCODINGS = 3

/** Returns whether a DOI of the 1990s was cut off at `<`, so that it denotes an issue, not an article. */
export const isTruncatedDoi = (doi: string): boolean => TRUNCATED_DOI.test(doi)

/** Decodes percent-encoding, which may be applied repeatedly; sequences that encode no text stay. */
function decodePercent(text: string): string {
  let decoded = text
  for (let i = 0; i < MAX_ENCODINGS && /%[0-9a-f]{2}/i.test(decoded); i++)
    decoded = decoded.replace(/(?:%[0-9a-f]{2})+/gi, (sequence) => {
      try {
        return decodeURIComponent(sequence)
      } catch {
        // The percent sign belongs to the identifier itself.
        return sequence
      }
    })
  return decoded
}

/** Where a DOI was found: in plain text, in an address of the resolver, or in one of a publisher. */
type DoiPlace = 'text' | 'resolver' | 'page'

/** The most characters of an address before its DOI that are looked at. */
const MAX_ADDRESS_CHARS = 2_000

/** Returns where the DOI that begins at an offset stands. */
function doiPlace(text: string, from: number): DoiPlace {
  const before = text.slice(Math.max(0, from - MAX_ADDRESS_CHARS), from)
  const word = before.split(/[\s"<>]/).at(-1) ?? ''
  if (/\bdoi\.org(?:\/|%2f)/i.test(word)) return 'resolver'
  return /https?:(?:\/\/|%2f%2f)/i.test(word) ? 'page' : 'text'
}

/** Removes query, fragment and session that follow the DOI of an address; returns also where the DOI stands. */
function stripAddressTail(text: string): { place: DoiPlace; text: string } {
  const from = REGISTRANT.exec(text)?.index
  if (from === undefined) return { place: 'text', text }
  const place = doiPlace(text, from)
  const tail = (place === 'text' ? QUERY_TAIL : ADDRESS_TAIL).exec(text.slice(from))
  return { place, text: tail ? text.slice(0, from + tail.index) : text }
}

/** Removes what the page of an address adds to the DOI in its path. */
function stripPageName(doi: string, place: DoiPlace): string {
  if (place === 'text') return doi
  const withoutSlash = doi.replace(/(?<!\/)\/+$/, '')
  return place === 'page'
    ? withoutSlash.replace(PUBLISHER_PAGE, '').replace(PREPRINT_VERSION, '')
    : withoutSlash
}

/** The opening bracket by its closing one. */
const OPENING_BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '）': '（' }

/** Signs that do not end an identifier. */
const TRAILING_SIGNS = '.,;:!?\'"“”‘’»›。，；、*|\\'

/** Returns how often a sign occurs in a text. */
const countSign = (text: string, sign: string): number => text.split(sign).length - 1

/**
 * Removes punctuation at the end of an identifier. Brackets that were opened inside belong to it:
 * `10.1016/S0140-6736(05)67889-0`.
 */
export function stripTrailingPunctuation(text: string): string {
  // Closing brackets in excess of opening ones; each one that is removed reduces the count.
  const surplus = new Map(
    Object.entries(OPENING_BRACKETS).map(([close, open]) => [
      close,
      countSign(text, close) - countSign(text, open),
    ]),
  )
  let end = text.length
  for (; end > 0; end--) {
    const last = text[end - 1] ?? ''
    if (TRAILING_SIGNS.includes(last)) continue
    const surplusCount = surplus.get(last) ?? 0
    if (surplusCount <= 0) break
    surplus.set(last, surplusCount - 1)
  }
  return text.slice(0, end)
}

/**
 * Returns the DOI in a text in lower case, without resolver, markup or trailing punctuation: `10.1038/nature12373`.
 * Reads what addresses, markup, typesetting and line breaks make of a DOI: percent-encoding, character references,
 * typographic hyphens, signs without width, LaTeX escapes, the page names of publishers.
 * Returns null where there is none, or only the beginning of one.
 *
 * Source: DOI handbook 2.2.
 */
export function normalizeDoi(text: string | null | undefined): string | null {
  if (!text) return null
  const lower = text.toLowerCase()
  if (PLAIN_DOI.test(lower)) return lower
  const { place, text: address } = stripAddressTail(text)
  // Registries often hold references that are escaped twice.
  const decoded = decodeEntities(decodeEntities(decodePercent(address)))
  const clean = decoded
    // First, because NFKC turns some of these into ASCII signs, which a DOI may contain.
    .replace(CHINESE_PUNCTUATION, ' ')
    .normalize('NFKC')
    .replace(ZERO_WIDTH_SIGNS, '')
    .replace(TYPOGRAPHIC_HYPHENS, '-')
    .replace(LATEX_ESCAPE, '')
    .replace(BROKEN_LINE, '')
  const match = DOI.exec(clean)?.[0].toLowerCase()
  if (match === undefined) return null
  const withoutPage = stripPageName(stripTrailingPunctuation(match), place)
  const doi = stripTrailingPunctuation(withoutPage.replace(SHARING_FRAGMENT, ''))
  return /^10\.\d{4,9}\/./.test(doi) && !isTruncatedDoi(doi) ? doi : null
}
