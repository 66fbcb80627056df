import { stripTrailingPunctuation } from '@scinav/contract/doi'

export { normaliseDoi } from '@scinav/contract/doi'

/**
 * Identifiers in their one normal form, or null where the text holds none. Two records that name the same
 * thing get the same string here, which is what recognising duplicates rests on.
 */

type OptionalText = string | null | undefined

/** `2104.12255` or `quant-ph/0201082`, without version. */
export function normaliseArxiv(text: OptionalText): string | null {
  const found =
    /(?:^|[/:\s.])(\d{4}\.\d{4,5}|[a-z][a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?(?:$|[\s\]#?])/i.exec(
      text ?? '',
    )
  if (!found?.[1]) return null
  // The subject class of the old identifiers is not part of them: math.GT/0309136 is math/0309136.
  return found[1].toLowerCase().replace(/^([a-z-]+)\.[a-z]{2}\//, '$1/')
}

/** Digits only, without leading zeros. */
export function normalisePmid(text: OptionalText): string | null {
  const found = /(?:^|[^\d.])0*([1-9]\d{0,8})(?:\D|$)/.exec(text ?? '')
  return found?.[1] ?? null
}

/** `PMC6391070`. */
export function normalisePmcid(text: OptionalText): string | null {
  const found = /([1-9]\d{3,9})/.exec(text ?? '')
  return found?.[1] ? `PMC${found[1]}` : null
}

/** `W2099326003`, from the identifier or its address. */
export function normaliseOpenAlex(text: OptionalText): string | null {
  const found = /(?:^|\/)([A-Z]\d{4,})$/i.exec(text?.trim() ?? '')
  return found?.[1]?.toUpperCase() ?? null
}

/** ISO 7064 mod 11-2, with hyphens: `0000-0002-4751-4637`. */
export function normaliseOrcid(text: OptionalText): string | null {
  const found = /(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])(?!\d)/i.exec(text ?? '')
  if (!found) return null
  const digits = found.slice(1, 5).join('').toUpperCase()
  let total = 0
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2
  const check = (12 - (total % 11)) % 11
  const written = digits[15] === 'X' ? 10 : Number(digits[15])
  return check === written ? (digits.match(/.{4}/g)?.join('-') ?? null) : null
}

function isbn13CheckDigit(twelve: string): string {
  let total = 0
  for (let i = 0; i < 12; i++) total += Number(twelve[i]) * (i % 2 === 0 ? 1 : 3)
  return String((10 - (total % 10)) % 10)
}

function isIsbn10(ten: string): boolean {
  let total = 0
  for (let i = 0; i < 10; i++) total += (ten[i] === 'X' ? 10 : Number(ten[i])) * (10 - i)
  return total % 11 === 0
}

/** Thirteen digits without hyphens, from ISBN-13 or ISBN-10; a wrong check digit is no ISBN. ISO 2108. */
export function normaliseIsbn(text: OptionalText): string | null {
  for (const [candidate] of (text ?? '').matchAll(
    /(?<!\d)(?:97[89][\s-–]?)?(?:\d[\s-–]?){9}[\dXx](?![\dXx])/g,
  )) {
    const digits = candidate.replace(/[^\dXx]/g, '').toUpperCase()
    const twelve = digits.length === 10 ? `978${digits.slice(0, 9)}` : digits.slice(0, 12)
    const good = digits.length === 10 ? isIsbn10(digits) : isbn13CheckDigit(twelve) === digits[12]
    if (good) return twelve + isbn13CheckDigit(twelve)
  }
  return null
}

function isIssn(eight: string): boolean {
  let total = 0
  for (let i = 0; i < 8; i++) total += (eight[i] === 'X' ? 10 : Number(eight[i])) * (8 - i)
  return total % 11 === 0
}

/** `1234-567X`, the first with a right check digit in the text. ISO 3297. */
export function normaliseIssn(text: OptionalText): string | null {
  for (const found of (text ?? '').matchAll(/(?<![\d-])(\d{4})[-–]?(\d{3}[\dXx])(?![\dXx-])/g)) {
    const eight = `${found[1]}${found[2]}`.toUpperCase()
    if (isIssn(eight)) return `${eight.slice(0, 4)}-${eight.slice(4)}`
  }
  return null
}

/** China's science and technology resource identifier, GB/T 32843: `31253.11.sciencedb.01234`, lower case. */
export function normaliseCstr(text: OptionalText): string | null {
  const found = /(?:^|cstr[:/.\s]|cstr\.cn\/)\s*(\d{5}\.\d{2}\.[^\s"<>]+)/i.exec(text?.trim() ?? '')
  return found?.[1] ? stripTrailingPunctuation(found[1].toLowerCase().replace(/^cstr[:/]/, '')) : null
}
