import { normalizeCharacters } from '@scinav/contract/written-form'
import { replaceRadicals } from './radicals.ts'

/**
 * Matches characters without width: joiners, direction marks, and tags that spell hidden sentences. U+00AD is not
 * among them, because it marks a hyphen.
 */
const ZERO_WIDTH =
  /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|\p{Variation_Selector}|[\u{E0000}-\u{E007F}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: fonts map glyphs to them
const UNMAPPED_CHARACTER = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFD\uE000-\uF8FF\u{F0000}-\u{FFFFD}]/u

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no database keeps as text
const CONTROL_CHARACTER = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/** Replaces control characters and lone surrogates by U+FFFD: strings in a file may contain what is no text. */
export const replaceControls = (text: string): string =>
  text.toWellFormed().replaceAll(CONTROL_CHARACTER, '\uFFFD')

/**
 * Returns the text of a glyph in its written form: radicals become ideographs, characters without width are removed.
 */
export function glyphText(unicode: string): string {
  if (/^[\x20-\x7e\u4e00-\u9fff]$/.test(unicode)) return unicode
  const text = normalizeCharacters(replaceRadicals(replaceControls(unicode).replaceAll(ZERO_WIDTH, '')))
  // NFKC makes a free-standing accent a space with a combining mark; the mark belongs to a neighbouring letter.
  const accent = text.normalize('NFKC')
  return /^ \p{M}$/u.test(accent) ? accent.slice(1) : text
}

/** Returns whether the ToUnicode map of the file gives a glyph no meaning. */
export const isUnmapped = (text: string): boolean => UNMAPPED_CHARACTER.test(text)

/** Returns whether an invisible glyph carries text: a letter, or a tag that spells one. */
export const isHiddenText = (unicode: string, text: string): boolean =>
  text.trim() !== '' || /[\u{E0020}-\u{E007F}]/u.test(unicode)
