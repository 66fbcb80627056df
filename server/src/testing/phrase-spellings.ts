import { PHRASE_LANGUAGES, type PhraseLanguage, phraseListNames, phrases } from '../language/phrases.ts'

/** Bounds the spellings of one phrase. */
const MAX_SPELLINGS = 400

/** Matches the innermost group of a phrase, or a class or character, that may be missing. */
const GROUP = /\((?!\?)([^()]*)\)(\?)?/u
const CLASS = /\[([^\]^]*)\](\?)?/u
const OPTIONAL = /(\\?.)\?/u

/** Returns the ways to write the first part of a phrase that can be written in several. */
function expandOnce(phrase: string): string[] | null {
  for (const [pattern, choices] of [
    [GROUP, (inside: string) => inside.split('|')],
    [CLASS, (inside: string) => [...inside]],
    [OPTIONAL, (inside: string) => [inside]],
  ] as const) {
    const found = pattern.exec(phrase)
    if (!found) continue
    const [whole, inside = '', missing] = found
    const written = [...choices(inside), ...(missing !== undefined || pattern === OPTIONAL ? [''] : [])]
    return written.map((each) => phrase.replace(whole, () => each))
  }
  return null
}

/** Returns a phrase of `config/language` in all the ways that it matches, with one blank for white space. */
function spellingsOf(phrase: string): string[] {
  const plain = phrase
    .replace(/\(\?[=!<][^)]*\)/gu, '')
    .replace(/^~|~$/gu, '')
    .replace(/\\s(?:\{[\d,]+\})?\??/gu, '')
    .replace(/(?:\\b)?\.\{0,\d+\}/gu, '')
  let open = [plain]
  for (let next = open.map(expandOnce); next.some(Boolean); next = open.map(expandOnce))
    open = next.flatMap((each, at) => each ?? [open[at] ?? '']).slice(0, MAX_SPELLINGS)
  return [...new Set(open.map((each) => each.replaceAll('\\', '')))]
}

/** Returns all spellings of the phrases of a list. */
export const spellings = (name: string, language?: PhraseLanguage): string[] =>
  PHRASE_LANGUAGES.filter(
    (each) => (language ?? each) === each && phraseListNames(each).includes(name),
  ).flatMap((each) => phrases(each, name).flatMap(spellingsOf))
