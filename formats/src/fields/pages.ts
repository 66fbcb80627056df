/**
 * Returns pages in their normal form: `200--210`, `pp. 200–210`, `132-42` → `200-210`, `132-142`; article numbers are
 * kept. Returns null when nothing is left.
 */
export function normalizePages(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .replace(/^\s*(?:pp?|pages?|页码?)[.:：\s]+/i, '')
    .replace(/(?:(?<!\s)\s+)?(?:--+|[‐‑‒–—−－~～])\s*/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '' || plain === '-') return null
  const range = /^(\d+)\s?-\s?(\d+)$/.exec(plain)
  if (!range) return plain.replace(/^-|-$/g, '')
  const [, from = '', to = ''] = range
  if (from === to) return from
  // Indexes omit the leading digits that both pages share: 132-42.
  const full = to.length < from.length ? from.slice(0, from.length - to.length) + to : to
  return Number(full) >= Number(from) ? `${from}-${full}` : `${from}-${to}`
}

/** Returns the range of a first and a last page in its normal form; null without either. */
export function pageRange(first: string | null | undefined, last: string | null | undefined): string | null {
  const from = first?.trim() ?? ''
  const to = last?.trim() ?? ''
  if (from === '' || to === '' || from === to || /[-–+]/.test(from)) return normalizePages(from || to)
  return normalizePages(`${from}-${to}`)
}
