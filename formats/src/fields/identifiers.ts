// Finds identifiers in text that may be absent. Every function returns the normal form, in which equal identifiers are
// equal strings, or null where the text holds none.
import { stripTrailingPunctuation } from '@scinav/contract/doi'

export { normalizeDoi } from '@scinav/contract/doi'

type OptionalText = string | null | undefined

/** Matches an arXiv identifier alone, in an address or a reference: `arXiv:2104.12255v2`, `…/math.GT/0309136.pdf`. */
const ARXIV_ID =
  /(?:^|[/:\s.])(\d{4}\.\d{4,5}|[a-z][a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?(?:$|[\s\]#?])/i

/** Returns an arXiv identifier without version: `2104.12255` or `quant-ph/0201082`. */
export function normalizeArxiv(text: OptionalText): string | null {
  const id = ARXIV_ID.exec(text ?? '')?.[1]
  // The subject class is not part of an old identifier: math.GT/0309136 is math/0309136.
  return id?.toLowerCase().replace(/^([a-z-]+)\.[a-z]{2}\//, '$1/') ?? null
}

/** The last two digits of the year in which arXiv began, 1991: its identifiers have two digits of the year. */
const FIRST_ARXIV_YEAR = 91

/**
 * Returns the month (`2017-06`) that an arXiv identifier contains: `1706.03762` and `cs/0112017` begin with year and
 * month. Null for other identifiers.
 */
export function arxivMonth(id: string): string | null {
  const [, year = '', month = ''] = /^(?:[a-z.-]+\/)?(\d{2})(0[1-9]|1[0-2])/i.exec(id) ?? []
  if (year === '') return null
  return `${Number(year) >= FIRST_ARXIV_YEAR ? '19' : '20'}${year}-${month}`
}

/** Returns a PubMed identifier: digits only, without leading zeros. */
export function normalizePmid(text: OptionalText): string | null {
  const found = /(?:^|[^\d.])0*([1-9]\d{0,8})(?:\D|$)/.exec(text ?? '')
  return found?.[1] ?? null
}

/** Returns a PubMed Central identifier: `PMC6391070`. */
export function normalizePmcid(text: OptionalText): string | null {
  const found = /([1-9]\d{3,9})/.exec(text ?? '')
  return found?.[1] ? `PMC${found[1]}` : null
}

/** Returns an OpenAlex identifier, `W2099326003`, from the identifier or its address. */
export function normalizeOpenAlex(text: OptionalText): string | null {
  const found = /(?:^|\/)([A-Z]\d{4,})$/i.exec(text?.trim() ?? '')
  return found?.[1]?.toUpperCase() ?? null
}

/** Returns an ORCID iD with hyphens, `0000-0002-4751-4637`, if its check digit (ISO 7064 mod 11-2) is right. */
export function normalizeOrcid(text: OptionalText): string | null {
  const [, ...groups] = /(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])(?!\d)/i.exec(text ?? '') ?? []
  if (groups.length === 0) return null
  const digits = groups.join('').toUpperCase()
  let total = 0
  for (const digit of digits.slice(0, -1)) total = (total + Number(digit)) * 2
  const checkValue = (12 - (total % 11)) % 11
  return checkValue === digitValue(digits.at(-1)) ? groups.join('-').toUpperCase() : null
}

/** Returns the value of a check digit: 10 for `X`. */
const digitValue = (digit: string | undefined): number => (digit === 'X' ? 10 : Number(digit))

/** Matches what may be an ISBN: ten or thirteen digits with or without hyphens, `978-7-111-21382-6`, `020161622X`. */
const ISBN = /(?<!\d)(?:97[89][\s-–]?)?(?:\d[\s-–]?){9}[\dXx](?![\dXx])/g

/**
 * Returns an ISBN as thirteen digits without hyphens, from ISBN-13 or ISBN-10, if its check digit is right. ISO 2108.
 */
export function normalizeIsbn(text: OptionalText): string | null {
  for (const [candidate] of (text ?? '').matchAll(ISBN)) {
    const digits = candidate.replace(/[^\dXx]/g, '').toUpperCase()
    const twelve = digits.length === 10 ? `978${digits.slice(0, 9)}` : digits.slice(0, 12)
    const isValid = digits.length === 10 ? hasModulo11(digits) : isbn13CheckDigit(twelve) === digits[12]
    if (isValid) return twelve + isbn13CheckDigit(twelve)
  }
  return null
}

/** Returns whether digits weighted by length … 1 sum to a multiple of 11, as in ISBN-10 and ISSN. */
function hasModulo11(digits: string): boolean {
  let total = 0
  for (let i = 0; i < digits.length; i++) total += digitValue(digits[i]) * (digits.length - i)
  return total % 11 === 0
}

/** Returns the check digit of an ISBN-13: the weights of its twelve digits are 1 and 3 in turn, modulo 10. */
function isbn13CheckDigit(twelve: string): string {
  let total = 0
  for (let i = 0; i < 12; i++) total += Number(twelve[i]) * (i % 2 === 0 ? 1 : 3)
  return String((10 - (total % 10)) % 10)
}

/** Returns the first ISSN with a right check digit, as `1234-567X`. ISO 3297. */
export function normalizeIssn(text: OptionalText): string | null {
  for (const found of (text ?? '').matchAll(/(?<![\d-])(\d{4})[-–]?(\d{3}[\dXx])(?![\dXx-])/g)) {
    const eight = `${found[1]}${found[2]}`.toUpperCase()
    if (hasModulo11(eight)) return `${eight.slice(0, 4)}-${eight.slice(4)}`
  }
  return null
}

/**
 * Returns an identifier of China's science and technology resources (CSTR, GB/T 32843) in lower case:
 * `31253.11.sciencedb.01234`.
 */
export function normalizeCstr(text: OptionalText): string | null {
  const found = /(?:^|cstr[:/.\s]|cstr\.cn\/)\s*(\d{5}\.\d{2}\.[^\s"<>]+)/i.exec(text?.trim() ?? '')
  return found?.[1] ? stripTrailingPunctuation(found[1].toLowerCase().replace(/^cstr[:/]/, '')) : null
}
