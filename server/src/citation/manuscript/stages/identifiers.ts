// Check digits and shapes of identifiers in entries: ISBN, ISSN, DOI, arXiv, Chinese patents and standards.

/** An identifier that does not have the form of its kind. */
export interface IdentifierFault {
  name: string
  written: string
  /** What was compared with what, in Chinese. */
  problem: string
}

/** Maximum number of faults that are reported for one entry. */
const MAX_FAULTS = 5

/** Returns the identifiers of an entry that do not have the form of their kind; at most `MAX_FAULTS`. */
export function identifierFaults(entry: string): IdentifierFault[] {
  const text = entry.normalize('NFKC').replace(/[‐‑–—]/g, '-')
  return [isbnFaults, issnFaults, doiFaults, arxivFaults, patentFaults]
    .flatMap((find) => find(text))
    .slice(0, MAX_FAULTS)
}

const ISBN = /\bISBN(?:-1[03])?[\s:]{0,3}((?:97[89][\s-]?)?\d[\d\s-]{6,16}[\dXx])(?![\d-])/gi

function isbnFaults(text: string): IdentifierFault[] {
  return [...text.matchAll(ISBN)].flatMap(({ 1: written = '' }) => {
    const digits = written.replace(/[\s-]/g, '').toUpperCase()
    const expected = isbnCheckDigit(digits)
    if (expected === null)
      return [{ name: 'ISBN', written, problem: `有 ${digits.length} 位，按规则应为 10 位或 13 位` }]
    return digits.endsWith(expected) ? [] : [checkDigitFault('ISBN', written, digits, expected)]
  })
}

/** Returns the fault of an identifier whose check digit is not the one expected. */
const checkDigitFault = (
  name: string,
  written: string,
  digits: string,
  expected: string,
): IdentifierFault => ({
  name,
  written,
  problem: `末位写作 ${digits.slice(-1)}，按校验规则应为 ${expected}`,
})

/**
 * Returns the check digit of an ISBN; null for another number of digits. ISBN-10: Σ (11 − i) d_i ≡ 0 (mod 11), ISBN-13:
 * Σ (1 or 3) d_i ≡ 0 (mod 10), by ISO 2108.
 */
function isbnCheckDigit(digits: string): string | null {
  if (/^\d{9}[\dX]$/.test(digits)) return elevenCheckDigit(digits.slice(0, 9))
  if (!/^97[89]\d{10}$/.test(digits)) return null
  const sum = [...digits.slice(0, 12)].reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** Returns the check digit modulo 11 with weights that fall to 2 at the last digit, as in ISBN-10 and ISSN. */
function elevenCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (digits.length + 1 - at), 0)
  const rest = (11 - (sum % 11)) % 11
  return rest === 10 ? 'X' : String(rest)
}

const ISSN = /\bISSN[\s:]{0,3}(\d{4}-?\d{3}[\dXx])(?![\d-])/gi

function issnFaults(text: string): IdentifierFault[] {
  return [...text.matchAll(ISSN)].flatMap(({ 1: written = '' }) => {
    const digits = written.replace('-', '').toUpperCase()
    const expected = elevenCheckDigit(digits.slice(0, 7))
    return digits.endsWith(expected) ? [] : [checkDigitFault('ISSN', written, digits, expected)]
  })
}

const DOI = /\bdoi(?:\.org\/|[\s:]{1,3})(?!https?:)(\S{4,200})/gi

/** A DOI is a prefix `10.` with a registrant of at least four digits, a slash and a suffix (ISO 26324). */
function doiFaults(text: string): IdentifierFault[] {
  return [...text.matchAll(DOI)].flatMap(({ 1: written = '' }) => {
    const doi = written.replace(/^(?:https?:\/\/)?(?:dx\.)?doi\.org\//i, '').replace(/[.,;)\]]{1,3}$/, '')
    if (!/^\d/.test(doi) || /^10\.\d{4,9}(?:\.\d{1,9}){0,4}\/\S/.test(doi)) return []
    return [{ name: 'DOI', written: doi, problem: '不是「10.」加注册号、斜线和后缀的形式' }]
  })
}

const ARXIV = /\barXiv[\s:]{1,3}(\d[\w./-]{3,20})/gi

function arxivFaults(text: string): IdentifierFault[] {
  return [...text.matchAll(ARXIV)].flatMap(({ 1: raw = '' }) => {
    const written = raw.replace(/[.,;]{1,3}$/, '')
    const [, month, digits = ''] = /^\d\d(\d\d)\.(\d{1,8})(?:v\d{1,2})?$/.exec(written) ?? []
    const isValid =
      month !== undefined && Number(month) >= 1 && Number(month) <= 12 && /^\d{4,5}$/.test(digits)
    return isValid ? [] : [{ name: 'arXiv 号', written, problem: '不是「年月.四位或五位序号」的形式' }]
  })
}

const CN_PATENT = /\b(?:CN|ZL)\s?(\d{8}|\d{12})\.([\dXx])(?!\d)/g

/** The check digit of a Chinese application number: Σ w_i d_i mod 11 with weights 2–9 from the left (ZC 0006). */
function patentFaults(text: string): IdentifierFault[] {
  return [...text.matchAll(CN_PATENT)].flatMap(({ 0: written, 1: digits = '', 2: stated = '' }) => {
    const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * ((at % 8) + 2), 0)
    const expected = sum % 11 === 10 ? 'X' : String(sum % 11)
    if (stated.toUpperCase() === expected) return []
    return [checkDigitFault('专利申请号', written, stated.toUpperCase(), expected)]
  })
}
