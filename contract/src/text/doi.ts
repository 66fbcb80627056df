import { decodeEntities } from './entities.ts'

/**
 * Angle brackets within a DOI belong to it only in a SICI (ANSI/NISO Z39.56): `<693::AID-ASI4>`, or any before
 * `3.0.CO;2-O`. All others start or end a tag. The segments are bounded to limit backtracking.
 */
const SICI_BRACKETS = '<[^\\s"<>=/]{0,80}>(?=\\d\\.\\d\\.[a-z]{2};)|<[^\\s"<>=/:]{1,20}::[^\\s"<>=/]{1,60}>'
const DOI = new RegExp(`10\\.\\d{4,9}/(?:[^\\s"<>]|${SICI_BRACKETS})+`, 'i')
/** A DOI in its normal form, as most records hold it. */
const PLAIN_DOI = /^10\.\d{4,9}\/[a-z0-9./_-]*[a-z0-9]$/
/** The beginning of a SICI: journal, date and issue, without the article. */
const TRUNCATED_DOI = /^10\.\d{4,9}\/(?:\(sici\))?\d{4}-\d{3}[\dx]\(\d{4,8}\)[\d:./,a-z+-]*$/
/** The name of a page after the DOI in an address of a publisher. */
const PUBLISHER_PAGE = /\/(?:full|pdf|epdf|abstract|html|meta|fulltext|summary)$/i

/** Returns whether a DOI of the 1990s was cut off at `<`, so that it denotes an issue, not an article. */
export const isTruncatedDoi = (doi: string): boolean => TRUNCATED_DOI.test(doi)

function unescapeUrl(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // The percent sign belongs to the identifier itself.
    return text
  }
}

/** Removes query and fragment of an address, and the publisher's page name that follows the DOI. */
function stripAddressTail(text: string): string {
  if (!/^\s*https?:\/\//i.test(text)) return text
  const [address = ''] = text.trim().split(/[?#]/, 1)
  return /^https?:\/\/(?:dx\.)?doi\.org\//i.test(address) ? address : address.replace(PUBLISHER_PAGE, '')
}

const OPENING_BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '）': '（' }

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
    if ('.,;:!?\'"“”。，；、*'.includes(last)) continue
    const surplusCount = surplus.get(last) ?? 0
    if (surplusCount <= 0) break
    surplus.set(last, surplusCount - 1)
  }
  return text.slice(0, end)
}

/**
 * Returns the DOI in a text in lower case, without resolver, markup or trailing punctuation: `10.1038/nature12373`.
 * Returns null where there is none, or only the beginning of one.
 *
 * Source: DOI handbook 2.2.
 */
export function normalizeDoi(text: string | null | undefined): string | null {
  if (!text) return null
  const lower = text.toLowerCase()
  if (PLAIN_DOI.test(lower)) return lower
  // Registries often hold references that are escaped twice.
  const plain = decodeEntities(decodeEntities(unescapeUrl(stripAddressTail(text))))
  const found = DOI.exec(plain.normalize('NFKC'))
  if (!found) return null
  const doi = stripTrailingPunctuation(found[0].toLowerCase())
  return /^10\.\d{4,9}\/./.test(doi) && !isTruncatedDoi(doi) ? doi : null
}
