import { normalizeCharacters } from '@scinav/contract/written-form'
import { replaceRadicals } from './radicals.ts'

/** Signs without width: joiners, direction, soft marks, tags that spell hidden sentences. U+00AD is a hyphen's place. */
const ZERO_WIDTH =
  /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|\p{Variation_Selector}|[\u{E0000}-\u{E007F}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: fonts map glyphs to them
const UNMAPPED_CHARACTER = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFD\uE000-\uF8FF\u{F0000}-\u{FFFFD}]/u

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no database keeps as text
const CONTROL_CHARACTER = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/** Control signs and halves of letters as U+FFFD: a file's strings may hold what is no text. */
export const replaceControls = (text: string): string =>
  text.toWellFormed().replaceAll(CONTROL_CHARACTER, '\uFFFD')

/** What a glyph says in its written form, radicals as ideographs, without what has no width. */
export function glyphText(unicode: string): string {
  if (/^[\x20-\x7e\u4e00-\u9fff]$/.test(unicode)) return unicode
  const text = normalizeCharacters(replaceRadicals(replaceControls(unicode).replaceAll(ZERO_WIDTH, '')))
  // An accent that stands alone is a space with a mark: the mark belongs to a letter beside it.
  const accent = text.normalize('NFKC')
  return /^ \p{M}$/u.test(accent) ? accent.slice(1) : text
}

/** A glyph that the file's map to Unicode does not tell. */
export const isUnmapped = (text: string): boolean => UNMAPPED_CHARACTER.test(text)

/** Whether a glyph that nobody sees says something: a letter, or a tag that spells one. */
export const isHiddenText = (unicode: string, text: string): boolean =>
  text.trim() !== '' || /[\u{E0020}-\u{E007F}]/u.test(unicode)
