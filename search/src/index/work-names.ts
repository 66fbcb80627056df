import { foldName } from '../analysis/names.ts'
import { titleKey } from './document.ts'
import type { IndexRecord } from './schema.ts'
import { SPACES } from './terms.ts'

/** A colon, a dash between spaces, or a double dash ends a name; the description follows it. */
const NAME_END = /[:：](?!\d)|\s[-–—]\s|——/u
/** A word in brackets that is neither a year nor a remark: `(BERT)`, `(CoNLL-2003)`, （GAN）. */
const BRACKETED_NAME = /[(（]\s?([\p{L}\p{N}][\p{L}\p{N}+.-]{1,30})\s?[)）]/gu
/** By two capital letters a short name differs from an ordinary word in brackets. */
const TWO_CAPITALS = /\p{Lu}.*\p{Lu}/u
/** Maximum length, inclusive, of a name before a colon or dash; a longer text is a sentence. */
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
  const bare = leading?.split(/[(（]/u, 1)[0]?.trim() ?? ''
  return bare !== '' && bare !== leading ? [...names, bare] : names
}

/** A name followed by a citation of its work: `ELMo (Peters et al., 2018)`. */
interface CitedName {
  name: string
  /** Folded family name. */
  family: string
  year: number
}

/** Maximum number of characters examined in front of the bracket, and behind it. */
const MAX_NAME_REACH = 60
const MAX_CITATION_REACH = 90
/** A word with a capital letter or a digit, optionally followed by a noun that states what it names. */
const NAME_BEFORE_CITATION =
  /(?:^|[^\p{L}\p{N}])([\p{L}\p{N}][\p{L}\p{N}+.-]{1,30})(?: (?:models?|architectures?|networks?|embeddings?|vectors?|datasets?|corpus|benchmark|encoders?|algorithm))?\s?$/u
const CITATION_AFTER_NAME =
  /^\s?(\p{Lu}[\p{L}'’-]{1,30})(?: et al\.?|\s?等人?|,? (?:and|&) \p{Lu}[\p{L}'’-]{1,30})?[,，]?\s?((?:19|20)\d\d)/u

/** Returns the names in a text that are followed by a citation in brackets. */
function findCitedNames(text: string): CitedName[] {
  const found: CitedName[] = []
  for (let at = nextBracket(text, 0); at >= 0; at = nextBracket(text, at + 1)) {
    const [, family = '', year = ''] =
      CITATION_AFTER_NAME.exec(text.slice(at + 1, at + MAX_CITATION_REACH)) ?? []
    if (year === '') continue
    const [, name = ''] = NAME_BEFORE_CITATION.exec(text.slice(Math.max(0, at - MAX_NAME_REACH), at)) ?? []
    if (/[\p{Lu}\d]/u.test(name)) found.push({ name, family: foldName(family), year: Number(year) })
  }
  return found
}

/** Returns the position of the next opening bracket of either width, -1 when there is none. */
function nextBracket(text: string, from: number): number {
  const [half, full] = [text.indexOf('(', from), text.indexOf('（', from)]
  return half < 0 || full < 0 ? Math.max(half, full) : Math.min(half, full)
}

/** Returns the terms of a work's own names and of the names cited in its abstracts, each once. */
export function workNameTerms({ title, title_zh, abstract, abstract_zh }: IndexRecord): Set<string> {
  const titles = [title, title_zh ?? '']
  const abstracts = [abstract ?? '', abstract_zh ?? '']
  const leading = titles.flatMap((each) => titleKey(findLeadingName(each) ?? '') || [])
  const bracketed = titles.flatMap(findBracketedNames).map(titleKey)
  const cited = abstracts.flatMap(findCitedNames)
  return new Set([
    ...leading.map((key) => SPACES.name + key),
    ...bracketed.map((key) => SPACES.short_name + key),
    ...cited.map(({ name, family, year }) => `${SPACES.cited_name}${titleKey(name)} ${family} ${year}`),
  ])
}
