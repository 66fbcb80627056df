/** The form in which the second number of a range is printed. */
export type RangeForm =
  /** 284–287 */
  | 'full'
  /** 284–7 */
  | 'minimal'
  /** 284–87, 103–04 (MLA) */
  | 'two-digits'
  /** 284–87, 101–8, 100–104 (Chicago) */
  | 'chicago'

/** Returns printed pages: ranges of numbers with the given dash and their ends in the given form, other text as stored. */
export function pageRangeText(pages: string, form: RangeForm, dash = '–'): string {
  return pages
    .replace(/(?:(?<!\s)\s+)?(?:[–—−]|--+)\s*/g, '-')
    .replace(/(?<![\w.])(\d+)\s*-\s*(\d+)(?![\w.])/g, (_, from: string, to: string) => {
      return `${from}-${shortenRangeEnd(from, to, form)}`
    })
    .replaceAll('-', dash)
}

/** Returns the last page of a range as printed; whole where the pages differ in their number of digits. */
function shortenRangeEnd(from: string, to: string, form: RangeForm): string {
  if (form === 'full' || from.length !== to.length) return to
  let same = 0
  while (same < to.length - 1 && from[same] === to[same]) same += 1
  if (form === 'minimal') return to.slice(same)
  if (form === 'chicago') return chicagoRangeEnd(from, to, same)
  return to.slice(Math.min(same, Math.max(to.length - 2, 0)))
}

/**
 * Returns the printed end of a range in the form of Chicago, by the start of the range:
 *
 * | start                                   | end                            | example            |
 * | --------------------------------------- | ------------------------------ | ------------------ |
 * | below 100, or a multiple of 100         | whole                          | 71–72, 100–104     |
 * | 1–9 above a multiple of 100             | changed digits                 | 101–8              |
 * | any other                               | changed digits, at least two   | 284–87             |
 *
 * @param same number of leading digits that both pages share
 */
function chicagoRangeEnd(from: string, to: string, same: number): string {
  const start = Number(from)
  if (start < 100 || start % 100 === 0) return to
  if (start % 100 < 10) return to.slice(same)
  return to.slice(Math.min(same, Math.max(to.length - 2, 0)))
}

/** Returns whether there is more than one page: `284–287` or `12, 15`. */
export function isPageRange(pages: string): boolean {
  return /[-–—−,，]/.test(pages)
}

/** Returns whether the page field holds the number of an article: `e0209899`, `730570`. */
export function isArticleNumber(pages: string): boolean {
  return /^(?:[a-z]+\d+|\d{5,})$/i.test(pages.trim())
}
