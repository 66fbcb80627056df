import { hasHanSurname } from '../../words/surnames.ts'
import { anyOf } from '../../words/word-lists.ts'
import type { TextRow } from '../page/reading-order.ts'

/** Matches words in the name of an institution. */
export const INSTITUTE_WORD = new RegExp(anyOf('front-matter/institutions'), 'i')

/** Returns the person names in a text below a title, in order; parts that are no names are left out. */
export const extractNames = (text: string): string[] => splitNameParts(text).filter(isPersonName)

/** Matches marks that refer to affiliations, and icons of e-mail and ORCID. */
const AUTHOR_MARK = /[\d*∗†‡§¶#]+|[\u{1F100}-\u{1F1FF}✉]/gu

/** Splits a row of names at commas, marks and conjunctions; text in parentheses is dropped. */
function splitNameParts(text: string): string[] {
  return text
    .replaceAll(/\([^)]{0,200}\)/g, ' ')
    .replaceAll(AUTHOR_MARK, ' , ')
    .split(/[,;、&]|\sand\s/u)
    .map((part) => part.trim().replace(/^(?:and|by)\s+/i, ''))
    .flatMap((part) => (/^\p{Script=Han}[\p{Script=Han}\s]+$/u.test(part) ? splitHanNames(part) : [part]))
    .filter((part) => part !== '')
}

/** Splits Chinese names at spaces: 张 三 and 欧阳 修 are one name each, 张三 李四 are two. */
function splitHanNames(text: string): string[] {
  const names: string[] = []
  /** A surname of one character that waits for its given name. */
  let pendingSurname = ''
  for (const part of text.split(/\s+/)) {
    if (pendingSurname !== '' || part.length > 1) {
      names.push(pendingSurname + part)
      pendingSurname = ''
    } else pendingSurname = part
  }
  // The character left over is the given name of a surname of two characters: 欧阳 修.
  const last = names.at(-1) ?? ''
  return pendingSurname !== '' && last.length === 2 ? [...names.slice(0, -1), last + pendingSurname] : names
}

/** Matches a Chinese name, also a transliterated one with a dot: 阿里·买买提. */
const HAN_NAME = /^\p{Script=Han}{2,4}(?:·\p{Script=Han}{1,6})?$/u
/** Matches a Latin name of two to six words: capitalized ones, and lower-case particles (van, de la). */
const LATIN_NAME =
  /^\p{Lu}[\p{L}\p{M}.'’-]*(?:\s+(?:\p{Lu}[\p{L}\p{M}.'’-]*|van|von|de|del|della|der|den|di|da|dos|du|la|le|el|al|bin|ibn|ter|ten|y|zu)){1,5}$/u

/** Returns whether a part has the form of a person's name and no word of an institution. */
const isPersonName = (part: string): boolean =>
  !INSTITUTE_WORD.test(part) && (HAN_NAME.test(part) || LATIN_NAME.test(part))

/** Matches the label before the names of authors on covers and in some journals. */
const AUTHOR_LABEL = new RegExp(`^${anyOf('front-matter/author-labels')}\\s*(?:[:：]\\s*|(?<=by)\\s+)`, 'iu')
/** Matches persons in another role than that of an author. */
const OTHER_ROLE = new RegExp(anyOf('front-matter/other-roles'), 'iu')
/** Matches lines of a title page that name no person. */
const NON_NAME_LINE = new RegExp(`^${anyOf('front-matter/non-name-lines')}`, 'i')
/** Least share of Chinese names with a frequent surname, and of names among the parts of a row, in a row of authors. */
const MIN_SURNAMED_SHARE = 0.5
const MIN_NAMES_SHARE = 0.6

/** Returns whether a row contains names and hardly anything else, in whatever arrangement. */
export function isAuthorRow(row: TextRow): boolean {
  const text = row.line.text.trim()
  if (NON_NAME_LINE.test(text) || INSTITUTE_WORD.test(text) || OTHER_ROLE.test(text)) return false
  if (AUTHOR_LABEL.test(text)) return true
  const parts = rowTexts(row).flatMap(splitNameParts)
  const names = parts.filter(isPersonName)
  // Any two to four Chinese characters look like a name, so the surnames decide.
  const hanNames = names.filter((name) => HAN_NAME.test(name))
  const surnamed = hanNames.filter((name) => hasHanSurname(name))
  if (surnamed.length < hanNames.length * MIN_SURNAMED_SHARE) return false
  return names.length > 0 && names.length >= parts.length * MIN_NAMES_SHARE
}

/**
 * Returns the separate texts of a row; Chinese names are themselves written with wide spaces, so such a row is one
 * text.
 */
function rowTexts({ row, line }: TextRow): string[] {
  const texts = row.parts.map(({ text }) => text)
  return /\p{Script=Han}/u.test(line.text) ? [texts.join(' ')] : texts
}

/** Largest number of rows below a title that are searched, and of authors that are returned. */
const MAX_SCANNED_ROWS = 40
const MAX_AUTHORS = 100

/**
 * Returns the authors between the title and the text, at most `MAX_AUTHORS`, each once: labeled names, or else the
 * names in rows of the same look.
 *
 * @param rows those between the title and the text
 * @param titleSize rows at least as large end the search
 */
export function findAuthors(rows: readonly TextRow[], titleSize: number): string[] {
  const scanned = rows.slice(0, MAX_SCANNED_ROWS)
  const end = scanned.findIndex(({ line }) => NON_NAME_LINE.test(line.text) || line.size >= titleSize)
  const labeled = labeledNames(scanned)
  const names = labeled.length > 0 ? labeled : listedNames(end < 0 ? scanned : scanned.slice(0, end))
  return [...new Set(names)].slice(0, MAX_AUTHORS)
}

/** Returns the names after a label: 作者：张三. */
const labeledNames = (rows: readonly TextRow[]): string[] =>
  rows.flatMap(({ line: { text } }) => {
    const label = AUTHOR_LABEL.exec(text)
    return label ? extractNames(text.slice(label[0].length)) : []
  })

/** Rows further apart than this, as a multiple of the size, are not lines of one list. */
const MAX_LINE_DISTANCE = 2
/** Matches a separator of names within a line. */
const NAME_SEPARATOR = /[,;、&\d*∗†‡]|\sand\s/u

/**
 * Returns the names in rows that look like the first row with a name. Where every such row has a separator, the rows
 * are one list, in which a name may continue on the next line; otherwise names are one per line or separated by space.
 */
function listedNames(rows: readonly TextRow[]): string[] {
  const first = rows.find((row) => !isNonAuthorRow(row) && rowTexts(row).flatMap(extractNames).length > 0)
  if (!first) return []
  const similarRows = rows.filter((row) => !isNonAuthorRow(row) && hasSameLook(row, first))
  if (!similarRows.every(({ line }) => NAME_SEPARATOR.test(line.text)))
    return similarRows
      .filter((row) => row === first || isAuthorRow(row))
      .flatMap((row) => rowTexts(row).flatMap(extractNames))
  const pieces = similarRows.map((row) => {
    const isNextLine = row !== first && row.above !== null && row.above < row.line.size * MAX_LINE_DISTANCE
    return `${isNextLine ? ' ' : ', '}${row.line.text}`
  })
  return extractNames(pieces.join(''))
}

/** Returns whether a row names an institution or persons in another role. */
const isNonAuthorRow = ({ line: { text } }: TextRow): boolean =>
  INSTITUTE_WORD.test(text) || OTHER_ROLE.test(text)

/** Difference in size up to which rows look the same, the larger of: in points, and as a share of the size. */
const SIZE_TOLERANCE = 0.6
const SIZE_TOLERANCE_SHARE = 0.06

/** Returns whether a row has about the size of `first` and is as bold. */
const hasSameLook = ({ line }: TextRow, first: TextRow): boolean =>
  Math.abs(line.size - first.line.size) <= Math.max(SIZE_TOLERANCE, SIZE_TOLERANCE_SHARE * line.size) &&
  line.style.bold === first.line.style.bold
