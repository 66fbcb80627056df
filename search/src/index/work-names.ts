import { foldName } from '../analysis/names.ts'
import { titleKey } from './document.ts'
import type { IndexRecord } from './schema.ts'
import { SPACES } from './terms.ts'

/**
 * Returns the terms by which searches find a work under the name that its title gives it (`BERT`), and papers that cite
 * other works by name in their abstracts, each once.
 */
export function workNameTerms({ title, title_zh, abstract, abstract_zh }: IndexRecord): Set<string> {
  const titles = [title, title_zh ?? '']
  const abstracts = [abstract ?? '', abstract_zh ?? '']
  // The key of a missing name, or of one without letters and digits, is ''.
  const leading = titles.map((written) => titleKey(findLeadingName(written) ?? '')).filter(Boolean)
  const bracketed = titles.flatMap(findBracketedNames).map(titleKey)
  const cited = abstracts.flatMap(findCitedNames)
  return new Set([
    ...leading.map((key) => SPACES.name + key),
    ...bracketed.map((key) => SPACES.short_name + key),
    ...cited.map(({ name, family, year }) => `${SPACES.cited_name}${titleKey(name)} ${family} ${year}`),
  ])
}

/** Matches what ends a name at the beginning of a title: a colon, a dash between spaces, or a double dash. */
const NAME_END = /[:：](?!\d)|\s[-–—]\s|——/u
/** Maximum length of a name before a colon or dash, inclusive; a longer text is a sentence. */
const MAX_NAME_WORDS = 8
const MAX_NAME_CHARS = 80

/**
 * Returns the part of a title in front of a colon or dash, by which the title names its work: `BERT` of `BERT:
 * Pre-training of …`; null when there is none or it is too long.
 */
function findLeadingName(title: string): string | null {
  const end = title.search(NAME_END)
  if (end < 1 || end > MAX_NAME_CHARS) return null
  const name = title.slice(0, end).trim()
  return name.split(/\s+/).length > MAX_NAME_WORDS ? null : name
}

/** Matches a single word in brackets: `(BERT)`, `(CoNLL-2003)`, （GAN）. */
const BRACKETED_NAME = /[(（]\s?([\p{L}\p{N}][\p{L}\p{N}+.-]{1,30})\s?[)）]/gu
/** Matches a word with two capital letters, as short names have, but not ordinary words and years in brackets. */
const TWO_CAPITALS = /\p{Lu}.*\p{Lu}/u

/**
 * Returns the short names that a title gives in brackets, and a leading name without its brackets: `GAN` and
 * `Generative nets` of `Generative nets (GAN): …`.
 */
function findBracketedNames(title: string): string[] {
  if (!/[(（]/.test(title)) return []
  const names = [...title.matchAll(BRACKETED_NAME)].flatMap(([, name = '']) =>
    TWO_CAPITALS.test(name) ? [name] : [],
  )
  const leading = findLeadingName(title)
  const withoutBrackets = leading?.split(/[(（]/u, 1)[0]?.trim() ?? ''
  return withoutBrackets !== '' && withoutBrackets !== leading ? [...names, withoutBrackets] : names
}

/** A name followed by a citation of its work: `ELMo (Peters et al., 2018)`. */
interface CitedName {
  name: string
  /** Folded family name. */
  family: string
  year: number
}

/** Maximum number of characters examined before the bracket, and after it. */
const MAX_NAME_REACH = 60
const MAX_CITATION_REACH = 90
/** Matches the word before a bracket, with or without a noun that states what it names: `ELMo embeddings (`. */
const NAME_BEFORE_CITATION =
  /(?:^|[^\p{L}\p{N}])([\p{L}\p{N}][\p{L}\p{N}+.-]{1,30})(?: (?:models?|architectures?|networks?|embeddings?|vectors?|datasets?|corpus|benchmark|encoders?|algorithm))?\s?$/u
/** Matches the citation in a bracket up to its year, `Peters et al., 2018`; captures the family name and the year. */
const CITATION_AFTER_NAME =
  /^\s?(\p{Lu}[\p{L}'’-]{1,30})(?: et al\.?|\s?等人?|,? (?:and|&) \p{Lu}[\p{L}'’-]{1,30})?[,，]?\s?((?:19|20)\d\d)/u

/** Returns the names in a text that are followed by a citation in brackets. */
function findCitedNames(text: string): CitedName[] {
  const cited: CitedName[] = []
  for (let at = nextBracket(text, 0); at >= 0; at = nextBracket(text, at + 1)) {
    const [, family = '', year = ''] =
      CITATION_AFTER_NAME.exec(text.slice(at + 1, at + MAX_CITATION_REACH)) ?? []
    if (year === '') continue
    const [, name = ''] = NAME_BEFORE_CITATION.exec(text.slice(Math.max(0, at - MAX_NAME_REACH), at)) ?? []
    if (/[\p{Lu}\d]/u.test(name)) cited.push({ name, family: foldName(family), year: Number(year) })
  }
  return cited
}

/** Returns the position of the next opening bracket of either width, -1 when there is none. */
function nextBracket(text: string, from: number): number {
  const [half, full] = [text.indexOf('(', from), text.indexOf('（', from)]
  return half < 0 || full < 0 ? Math.max(half, full) : Math.min(half, full)
}
