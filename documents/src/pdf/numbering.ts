const han = '[一二三四五六七八九十百]'

const chapter = new RegExp(`^第\\s*(?:${han}{1,4}|\\d{1,3})\\s*[章篇部]`)
const section = new RegExp(`^第\\s*(?:${han}{1,4}|\\d{1,3})\\s*节`)
const counted = new RegExp(`^${han}{1,3}\\s*[、.]`)
const bracketed = new RegExp(`^\\(${han}{1,3}\\)`)
const digits = /^(\d{1,2}(?:\.\d{1,2}){0,4})(?:[.、]\s*|\s+|(?=\p{Script=Han}))(?=[\p{L}"“‘(《「])/u
const roman = /^[IVX]{1,5}\.\s+\p{Lu}/u
const appendix = /^(?:附录|appendix)\s*[A-Z\d一二三四五六]?(?=[\s.:]|$|\p{Script=Han})/iu
const letter = /^[A-Z](?:\.\d{1,2}){0,3}\.?\s+\p{Lu}\p{L}/u

/** The depth that a heading's number tells, from 1; null where there is none. */
export function numberedLevel(text: string): number | null {
  if (chapter.test(text) || appendix.test(text)) return 1
  if (section.test(text)) return 2
  if (counted.test(text)) return 1
  if (bracketed.test(text)) return 2
  const number = digits.exec(text)?.[1]
  if (number) return number.split('.').length
  if (roman.test(text)) return 1
  if (letter.test(text))
    return (/^[A-Z](?:\.\d{1,2}){0,3}/.exec(text)?.[0] ?? 'A').split('.').filter(Boolean).length
  return null
}
