// Finds the sources that the footnotes of a text name, for texts without a list of references. A footnote may name
// several, separated by semicolons: 「① 参见《乡土中国》，三联书店，1985 年；同上，第 3 页」 names one source, then the same one again.

import { anyOf } from '../../../language/phrases.ts'

/** Matches the beginning of a footnote: its mark, and words that introduce a source, as in `12) See also ` or `①参见：`. */
const NOTE_OPENING =
  /^[\s[(]*(?:\d{1,3}|[①-⑳*∗†‡§¶]{1,3})?[\]).、]?\s*(?:(?:参\s*见|详\s*见|另\s*见|转引自|引自|见)[:：]?|(?:see(?: also| e\.g\.,?| for example,?)?|cf\.|vgl\.(?: auch)?|siehe(?: auch)?|voir|so)\s)?\s*/iu
/** Matches a reference to a source named before: `Ibid., p. 3`, `同上`. */
const REPEATED_SOURCE = new RegExp(
  `^(?:${anyOf('citations/same-source')}|${anyOf('citations/earlier-source')})`,
  'iu',
)
/** Matches a year of publication, an identifier, or a book with its publisher in Chinese style. */
const SOURCE_MARK = new RegExp(
  `(?<!\\d)(?:1[5-9]|20)\\d\\d(?!\\d)|\\bdoi\\b|https?:|\\barxiv\\b|《[^》]{1,100}》.{0,60}(?:${anyOf('citations/publishers', { language: 'zh' })}|第\\s?\\d{1,6}\\s?[期卷])`,
  'iu',
)
/** Maximum length of a note, in characters; longer notes are texts of their own. */
const MAX_NOTE_CHARS = 2_000
/** Minimum number of letters and digits in a source; with fewer it could not be found in the library. */
const MIN_LETTERS = 12

/** The separators between the sources of one footnote. */
const SEMICOLON = /[;；]\s*/u

/** Returns the key under which two spellings of a source are equal: its letters and digits in lower case. */
const lettersAndDigits = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/**
 * Returns the sources that a footnote names, without those that it only names again. A part between two semicolons that
 * shows no source mark of its own belongs to the next one: it may be the title before a semicolon within a source.
 */
function sourcesInNote(note: string): string[] {
  if (note.length > MAX_NOTE_CHARS) return []
  const sources: string[] = []
  /** The parts since the last complete source, joined. */
  let incomplete = ''
  for (const part of note.replace(NOTE_OPENING, '').split(SEMICOLON)) {
    const text = part.replace(NOTE_OPENING, '').trim()
    if (REPEATED_SOURCE.test(text)) continue
    incomplete = incomplete === '' ? text : `${incomplete}; ${text}`
    if (!SOURCE_MARK.test(incomplete) || lettersAndDigits(incomplete).length < MIN_LETTERS) continue
    sources.push(incomplete)
    incomplete = ''
  }
  return sources
}

/** Returns the sources that footnotes name, in order, each once and as first written. Empty when they name none. */
export function sourcesInNotes(notes: readonly string[]): string[] {
  const sourceByKey = new Map<string, string>()
  for (const source of notes.flatMap(sourcesInNote)) {
    const key = lettersAndDigits(source)
    if (!sourceByKey.has(key)) sourceByKey.set(key, source)
  }
  return [...sourceByKey.values()]
}
