// Finds the reference to a document on its own first page.
import type { Publication } from '../../document.ts'
import { letterKey } from '../../structure/text-forms.ts'
import { inJournal } from './journal-heads.ts'
import { isPageNumber, type OutsideRow } from './outside-rows.ts'
import { YEAR } from './printed-dates.ts'

/** Minimum letters of a title by which a reference is recognized; a shorter one may occur in any sentence. */
const MIN_TITLE_LETTERS = 12
/** Matches the rest of `(2024). Title. Journal of Open Source Education, 7(75), 90.` after the title. */
const WESTERN_AFTER_TITLE =
  /^[\s.,"'”’?!]*([^\d,.]{4,120}?),\s*(\d{1,4})\s*\((\d{1,4}(?:[-–/]\d{1,4})?)\)\s*[,:]\s*([\w–-]{1,20})/
/** Matches the rest of `题名[J]. 航空学报, 2024, 45(8): 102-111.` after the title. */
const CHINESE_AFTER_TITLE = new RegExp(
  `^\\s*\\[J\\]\\s*[.．。]\\s*([^\\d,，.]{2,60}?)\\s*[,，]\\s*(${YEAR})\\s*[,，]\\s*(\\d{1,4})\\s*\\((\\d{1,4})\\)\\s*[:：]\\s*([\\w–-]{1,20})`,
)
/** Matches nothing: for rows without a page number at their end. */
const NO_PAGE_NUMBER = /(?!)/
/** Matches a page number set close to the end of a row. */
const CLOSE_PAGE_NUMBER = / \d{1,4}$/

/** Finds the reference to the document on its own first page by the title in it; it is always one to a journal. */
export function findOwnReference(rows: readonly OutsideRow[], title: string): Publication | null {
  const letters = letterKey(title)
  if (letters.length < MIN_TITLE_LETTERS) return null
  // The rows are tried as they are first, because a number at the end of a row may belong to the reference.
  for (const text of [...referenceTexts(rows, NO_PAGE_NUMBER), ...referenceTexts(rows, CLOSE_PAGE_NUMBER)]) {
    const end = letterEnd(text, letters)
    if (end === null) continue
    const [before, after] = [text.slice(0, end), text.slice(end)]
    const chinese = CHINESE_AFTER_TITLE.exec(after)
    if (chinese)
      return inJournal(chinese[1], chinese[2], { volume: chinese[3], issue: chinese[4], pages: chinese[5] })
    const western = WESTERN_AFTER_TITLE.exec(after)
    const year = new RegExp(`\\((${YEAR})\\)`).exec(before)?.[1]
    if (western && year)
      return inJournal(western[1], year, { volume: western[2], issue: western[3], pages: western[4] })
  }
  return null
}

/** Largest number of rows of a reference to the document itself. */
const MAX_REFERENCE_ROWS = 5

/**
 * Returns the possible references, one from each row on. Text matching `pageNumber` at the end of a row is removed,
 * because a page number may be set close to it.
 */
const referenceTexts = (rows: readonly OutsideRow[], pageNumber: RegExp): string[] => {
  const texts = rows.map(({ parts }) =>
    parts
      .filter((part) => !isPageNumber(part))
      .join(' ')
      .replace(pageNumber, ''),
  )
  return texts.map((_, at) => texts.slice(at, at + MAX_REFERENCE_ROWS).join(' '))
}

/** Returns the offset at which the letters of a title end in a text, or null when it does not contain them. */
function letterEnd(text: string, letters: string): number | null {
  const start = letterKey(text).indexOf(letters)
  if (start < 0) return null
  let remaining = start + letters.length
  for (let at = 0; at < text.length; at += 1) {
    if (/[\p{L}\p{N}]/u.test(text[at] ?? '')) remaining -= 1
    if (remaining === 0) return at + 1
  }
  return null
}
