/** Maximum number of lines of a title on a page. */
const MAX_TITLE_LINES = 3
const MAX_TITLE_CHARS = 300
/** Matches the end of a line after which a title continues on the next line. */
const TITLE_CONTINUES = /(?:[-–—:：,，]|\b(?:of|for|and|or|in|on|with|to|the|an?|by|from|via|as|using))$/iu
/** Matches an end that no complete title has. */
const INCOMPLETE_TITLE_END = new RegExp(`${TITLE_CONTINUES.source}|[.。;；]$`, 'iu')
/** Matches authors, affiliations, contact details and other parts of a page's head. */
const NON_TITLE_MARK =
  /@|https?:|\bdoi\b|\barxiv\b|\p{L}[\d∗*†‡§]{1,3}(?:[\s,，]|$)|大学|学院|研究所|研究院|\b(?:university|institute|department|laborator\p{L}+|college|school|journal|vol\.|proceedings)\b|^\p{Script=Han}{2,4}(?:[,，、;；\s]\s?\p{Script=Han}{2,4}){0,12}$|^\s{0,4}(?:第\s?\d|\d+$)/iu
/** Matches a line of two or more names. */
const AUTHOR_NAMES =
  /^(?:\p{Lu}[\p{L}.'’-]{0,20}\s){1,3}\p{Lu}[\p{L}'’-]{1,20}\s?\d{0,2}(?:,\d){0,4},\s(?:and\s)?\p{Lu}/u

/**
 * Returns possible titles of a page, longest first: its first lines above the abstract that are neither names nor
 * affiliations.
 */
export function findTitleLines(text: string, abstract: RegExp): string[] {
  const head = abstract.exec(text)
  const above = head ? text.slice(0, head.index) : text
  const lines = above.split('\n').map((line) => line.trim())
  const first = lines.findIndex((line) => line.length > 3 && !isNotTitle(line))
  const [begin = ''] = lines.slice(first, first + 1)
  if (first < 0 || first > 5 || begin.length > MAX_TITLE_CHARS || /[。.!！?？;；]$/u.test(begin)) return []
  const titles: string[] = []
  let title = ''
  for (const line of lines.slice(first, first + MAX_TITLE_LINES)) {
    if (line === '' || isNotTitle(line)) break
    title = /\p{Ll}-$/u.test(title) ? title.slice(0, -1) + line : `${title} ${line}`.trim()
    titles.push(title)
    if (!TITLE_CONTINUES.test(title) && /[。.!！?？]$/u.test(line)) break
  }
  return titles
    .filter((each) => each.length <= MAX_TITLE_CHARS && !INCOMPLETE_TITLE_END.test(each))
    .toReversed()
}

/** Matches lines with enough words for a title; remains of a page's head such as `56 x` have none. */
const HAS_WORDS = /\p{Script=Han}{4}|\p{L}{3}.{0,40}\s\p{L}{3}/u
/** Matches a single name with the number of its affiliation. */
const AUTHOR_NAME = /^(?:\p{Lu}[\p{L}.'’-]{0,20}\s){1,3}\p{Lu}[\p{L}'’-]{1,20}\s?\d{1,2}$/u
const isNotTitle = (line: string): boolean =>
  NON_TITLE_MARK.test(line) || AUTHOR_NAMES.test(line) || AUTHOR_NAME.test(line) || !HAS_WORDS.test(line)
