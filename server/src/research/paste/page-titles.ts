import { phrasePattern } from '../../language/phrases.ts'

/** Maximum number of lines above a title: a journal, a date. */
const MAX_LINES_ABOVE_TITLE = 5
/** Maximum number of lines of a title on a page. */
const MAX_TITLE_LINES = 3
/** Minimum and maximum length of a title, in characters; the minimum is that of its first line. */
const TITLE_CHARS = { least: 4, most: 300 }
/** Matches an end that no complete title has: a separator, a word that needs another one, the end of a statement. */
const INCOMPLETE_TITLE_END =
  /(?:[-–—:：,，.。;；]|\b(?:of|for|and|or|in|on|with|to|the|an?|by|from|via|as|using))$/iu

/**
 * Returns possible titles of a page, longest first: its first line that is neither a name nor an affiliation, alone
 * and with the lines that may continue it.
 *
 * @param head the text of the page above its abstract.
 */
export function findPageTitles(head: string): string[] {
  const lines = head.split('\n').map((line) => line.trim())
  const first = lines.findIndex((line) => line.length >= TITLE_CHARS.least && !isNotTitle(line))
  const firstLine = lines[first] ?? ''
  // A line that ends like a sentence begins the text of the page.
  const isText = firstLine.length > TITLE_CHARS.most || /[。.!！?？;；]$/u.test(firstLine)
  if (first < 0 || first > MAX_LINES_ABOVE_TITLE || isText) return []
  const titles: string[] = []
  let title = ''
  for (const line of lines.slice(first, first + MAX_TITLE_LINES)) {
    if (line === '' || isNotTitle(line)) break
    const isWordDivided = /\p{Ll}-$/u.test(title)
    title = isWordDivided ? title.slice(0, -1) + line : `${title} ${line}`.trim()
    titles.push(title)
    if (/[。.!！?？]$/u.test(line)) break
  }
  return titles
    .filter((each) => each.length <= TITLE_CHARS.most && !INCOMPLETE_TITLE_END.test(each))
    .toReversed()
}

/** Matches authors, affiliations, contact details and other parts of a page's head. */
const NON_TITLE_MARK = phrasePattern('pasted/no-title')
/** Matches a line of two or more names. */
const AUTHOR_NAMES =
  /^(?:\p{Lu}[\p{L}.'’-]{0,20}\s){1,3}\p{Lu}[\p{L}'’-]{1,20}\s?\d{0,2}(?:,\d){0,4},\s(?:and\s)?\p{Lu}/u
/** Matches a single name with the number of its affiliation. */
const AUTHOR_NAME = /^(?:\p{Lu}[\p{L}.'’-]{0,20}\s){1,3}\p{Lu}[\p{L}'’-]{1,20}\s?\d{1,2}$/u
/** Matches lines with enough words for a title; remains of a page's head such as `56 x` have none. */
const HAS_WORDS = /\p{Script=Han}{4}|\p{L}{3}.{0,40}\s\p{L}{3}/u

const isNotTitle = (line: string): boolean =>
  NON_TITLE_MARK.test(line) || AUTHOR_NAMES.test(line) || AUTHOR_NAME.test(line) || !HAS_WORDS.test(line)
