import { readWork } from '@scinav/contract'
import { areWithinDistance } from '@scinav/search'
import { titleKey } from '../library/works/index.ts'

/** Matches text with Chinese characters. */
export const HAN_CHARACTER = /\p{Script=Han}/u

/** Returns the title of a record and its translation; the latter is empty when there is none. */
export function titlesOf(record: string): string[] {
  const { title, title_zh } = readWork(record)
  return [title, title_zh ?? '']
}

/** Minimum length of a part of a title; shorter parts occur in many titles. */
export const MIN_TITLE_PART_CHARS = 6

/**
 * Returns whether a title equals the written one: as a whole, without its subtitle, or as far as an abbreviated one
 * goes.
 *
 * @param sought the written title as a title key, and whether it is only the beginning of one
 */
export function isTitleMatch(title: string, sought: { key: string; isAbbreviated: boolean }): boolean {
  const [mainTitle = ''] = title.split(/[:：]|——/)
  if (sought.isAbbreviated && titleKey(title).startsWith(sought.key)) return true
  return titleKey(title) === sought.key || titleKey(mainTitle) === sought.key
}

/** A title may have one wrong, missing or extra letter per this many letters. */
const LETTERS_PER_TYPO = 8
/** Maximum number of such letters, however long a title is. */
const MAX_TYPOS = 4
/** Minimum length of a title that may be mistyped; shorter ones that differ in a letter are different titles. */
const MIN_MISTYPED_CHARS = 16

const digitsIn = (key: string) => key.replace(/\D/g, '')

/** Returns whether a title differs from the written one by a few letters; both are compared as title keys. */
export function isMistyped(key: string, sought: string): boolean {
  const maxTypos = Math.min(MAX_TYPOS, Math.floor(sought.length / LETTERS_PER_TYPO))
  // Different digits mean a different work, such as a task of another year or another part.
  return (
    sought.length >= MIN_MISTYPED_CHARS &&
    digitsIn(key) === digitsIn(sought) &&
    areWithinDistance(key, sought, maxTypos)
  )
}

/** The end of an abbreviated title: 「…for Sign Language…」. */
export const TITLE_ELLIPSIS = /(?:…|\.{3})$/u
/** Minimum length of what an abbreviated title shows; shorter beginnings are those of many titles. */
export const MIN_ABBREVIATED_TITLE_CHARS = 12
