// The words and phrases of `config/language`, by which questions and sentences are read. Code holds the grammar, these
// lists hold the words; `config/language/README.md` describes their notation.
import { readdirSync, readFileSync } from 'node:fs'

/** The languages of the phrase lists. */
export const PHRASE_LANGUAGES = ['zh', 'en'] as const
export type PhraseLanguage = (typeof PHRASE_LANGUAGES)[number]

const FOLDER = new URL('../../../config/language/', import.meta.url)

/** The lines of each list by its name, `file/section`. */
type PhraseLists = ReadonlyMap<string, readonly string[]>

const SECTION_HEAD = /^\[([a-z-]+)\]$/

/** Reads the lists of all files of a language. */
function readLists(language: PhraseLanguage): PhraseLists {
  const folder = new URL(`${language}/`, FOLDER)
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  return new Map(
    files.flatMap((name) => {
      const sections = readSections(readFileSync(new URL(name, folder), 'utf8'), `${language}/${name}`)
      return sections.map(({ section, lines }) => [`${name.replace('.txt', '')}/${section}`, lines])
    }),
  )
}

/** @throws Error when a line stands before the first section or a section is empty or occurs twice. */
function readSections(text: string, file: string): { section: string; lines: string[] }[] {
  const sections: { section: string; lines: string[] }[] = []
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const section = SECTION_HEAD.exec(line)?.[1]
    if (section) sections.push({ section, lines: [] })
    else if (sections.length === 0) throw new Error(`config/language/${file} begins without a section`)
    else sections.at(-1)?.lines.push(line)
  }
  const faulty = sections.find(
    ({ section, lines }, at) =>
      lines.length === 0 || sections.findIndex((other) => other.section === section) < at,
  )
  if (faulty) throw new Error(`config/language/${file} has [${faulty.section}] empty or twice`)
  return sections
}

const LISTS: Record<PhraseLanguage, PhraseLists> = { zh: readLists('zh'), en: readLists('en') }

/** Returns the names of all lists of a language. */
export const phraseListNames = (language: PhraseLanguage): string[] => [...LISTS[language].keys()]

/** Returns whether any language has a list of this name. */
export const hasPhrases = (name: string): boolean => PHRASE_LANGUAGES.some((each) => LISTS[each].has(name))

/**
 * Returns the words of a list that are separated by spaces, in the order of the file.
 *
 * @throws Error when the language has no such list.
 */
export const words = (language: PhraseLanguage, name: string): string[] =>
  linesOf(language, name).flatMap((line) => line.split(' '))

/** Returns the words of a list (`words`) as a set. */
export const wordSet = (language: PhraseLanguage, name: string): ReadonlySet<string> =>
  new Set(words(language, name))

/** Returns a pattern that matches any word of a list (`words`), the longest possible, anywhere in a text. */
export const wordPattern = (language: PhraseLanguage, name: string, flags: string): RegExp =>
  new RegExp(
    words(language, name)
      .toSorted((a, b) => b.length - a.length)
      .join('|'),
    flags,
  )

/** How the phrases of a list are matched. */
interface MatchOptions {
  /** Where an English phrase may begin and end: only at the ends of words (the default), or anywhere, as stems do. */
  bounds?: 'words' | 'any'
  /** Limits the phrases to one language; by default those of both are matched. */
  language?: PhraseLanguage
}

/**
 * Returns the source of a group that matches any phrase of a list; the Chinese phrases come first.
 *
 * @throws Error when there is no such list.
 */
export function anyOf(name: string, { bounds = 'words', language }: MatchOptions = {}): string {
  const sources = languagesOf(name, language).map((each) =>
    alternation(phrases(each, name), each === 'en' && bounds === 'words'),
  )
  return `(?:${sources.join('|')})`
}

/** Returns a pattern that matches any phrase of a list (`anyOf`), by default regardless of case. */
export const phrasePattern = (name: string, flags = 'iu'): RegExp => new RegExp(anyOf(name), flags)

/** Returns a pattern for each phrase of a list, in the order of the file, the Chinese ones first. */
export const phrasePatterns = (name: string, flags = 'iu', language?: PhraseLanguage): RegExp[] =>
  languagesOf(name, language).flatMap((each) =>
    phrases(each, name).map((phrase) => new RegExp(alternation([phrase], each === 'en'), flags)),
  )

/**
 * Returns the phrases of a list in one language as they are written, in the order of the file.
 *
 * @throws Error when the language has no such list.
 */
export const phrases = (language: PhraseLanguage, name: string): string[] =>
  linesOf(language, name).flatMap((line) => line.split(' | '))

/** @throws Error when neither language, or not the given one, has the list. */
function languagesOf(name: string, language?: PhraseLanguage): PhraseLanguage[] {
  const found = PHRASE_LANGUAGES.filter(
    (each) => LISTS[each].has(name) && (language === undefined || language === each),
  )
  if (found.length === 0) throw new Error(`config/language/${language ?? '*'} has no list ${name}`)
  return found
}

function linesOf(language: PhraseLanguage, name: string): readonly string[] {
  const lines = LISTS[language].get(name)
  if (!lines) throw new Error(`config/language/${language} has no list ${name}`)
  return lines
}

/** Joins phrases to an alternation in their order; neighbors with the same word boundaries share a group. */
function alternation(list: readonly string[], isBounded: boolean): string {
  const groups: { start: string; end: string; sources: string[] }[] = []
  for (const phrase of list) {
    const start = isBounded && WORD_AT_START.test(phrase) ? '\\b' : ''
    const end = isBounded && WORD_AT_END.test(phrase) ? '\\b' : ''
    const last = groups.at(-1)
    if (last?.start === start && last.end === end) last.sources.push(phraseSource(phrase))
    else groups.push({ start, end, sources: [phraseSource(phrase)] })
  }
  return groups.map(({ start, end, sources }) => `${start}(?:${sources.join('|')})${end}`).join('|')
}

/**
 * Match phrases that begin, or end, with a word: with a letter or with a group, but not with a lookaround. A `~` there
 * marks an open end, as in `~able`, so that no word boundary is required.
 */
const WORD_AT_START = /^(?:[a-z]|\((?!\?))/i
const WORD_AT_END = /[a-z)?]$/i

/**
 * Matches an escape or a class, which stay as they are, the beginning of a group, or a sign of the notation: `…` for
 * any letters, `~` for an open end.
 */
const NOTATION = /\\.|\[(?:\\.|[^\]\\]){1,200}\]|\((?!\?)|…|^~|~$/gu
const NOTATION_SOURCES: Record<string, string> = { '(': '(?:', '…': '\\p{L}*', '~': '' }

/** Translates the notation of a phrase to a regular expression. */
const phraseSource = (phrase: string): string =>
  phrase.replace(NOTATION, (sign) => NOTATION_SOURCES[sign] ?? sign)
