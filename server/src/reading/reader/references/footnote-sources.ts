/** Matches the beginning of a footnote: its mark, and words that introduce a source. */
const NOTE_OPENING =
  /^[\s[(]*(?:\d{1,3}|[①-⑳*∗†‡§¶]{1,3})?[\]).、]?\s*(?:(?:参\s*见|详\s*见|另\s*见|转引自|引自|见)[:：]?|(?:see(?: also| e\.g\.,?| for example,?)?|cf\.|vgl\.(?: auch)?|siehe(?: auch)?|voir|so)\s)?\s*/iu
/** Matches a reference to a source named before. */
const REPEATED_SOURCE =
  /^(?:ibid|ibidem|ebd|ebenda|id\b|idem|loc\. ?cit|op\. ?cit|a\. ?a\. ?o|同上|同前|前引|前揭|同注|上引|上注)/iu
/** Matches a year of publication, an identifier, or a book with its publisher in Chinese style. */
const SOURCE_MARK =
  /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|\bdoi\b|https?:|\barxiv\b|《[^》]{1,100}》.{0,60}(?:出版社|书局|书店|书社|学报|学刊|杂志|第\s?\d+\s?[期卷])/iu
/** Maximum length of a note, in characters; longer notes are texts of their own. */
const MAX_NOTE_CHARS = 2_000
/** Minimum number of letters in a source that can be found. */
const MIN_LETTERS = 12

const lettersAndDigits = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Returns the sources that a footnote names, without those that it only names again. */
function sourcesInNote(note: string): string[] {
  if (note.length > MAX_NOTE_CHARS) return []
  const sources: string[] = []
  let open = ''
  for (const part of note.replace(NOTE_OPENING, '').split(/[;；]\s*/u)) {
    const text = part.replace(NOTE_OPENING, '').trim()
    if (REPEATED_SOURCE.test(text)) continue
    open = open === '' ? text : `${open}; ${text}`
    if (!SOURCE_MARK.test(open) || lettersAndDigits(open).length < MIN_LETTERS) continue
    sources.push(open)
    open = ''
  }
  return sources
}

/** Returns the sources of footnotes in order, each once. */
export function sourcesInNotes(notes: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const found of notes.flatMap(sourcesInNote)) {
    const key = lettersAndDigits(found)
    if (!known.has(key)) known.set(key, found)
  }
  return [...known.values()]
}
