import type { CslItem } from '../csl.ts'
import { firstDay } from '../dates.ts'
import { stripMarkup } from '../markup.ts'
import { displayName, familyName, isUndividedName } from '../names.ts'
import { primaryCreators } from '../western/facts.ts'

/**
 * Transliterates Chinese characters: `王利平` as `wang li ping`. Some characters are read differently in surnames than in
 * words.
 */
export type Romanize = (text: string, kind: 'name' | 'title') => string

/**
 * Returns a function that gives the keys of a list: unique, ASCII, and independent of an item's position. Items that
 * would share a key all receive a checksum of their record; only records with the same checksum are numbered, in the
 * order of the calls. Call it once per item: a second call for the same item gives another key.
 */
export function bibtexKeys(
  items: readonly CslItem[],
  romanize: Romanize = (text) => text,
): (item: CslItem) => string {
  const counts = new Map<string, number>()
  const bareKeys = new Map<CslItem, string>()
  for (const item of items) {
    const bare = bareKeys.get(item) ?? baseKey(item, romanize)
    bareKeys.set(item, bare)
    counts.set(bare, (counts.get(bare) ?? 0) + 1)
  }
  const used = new Map<string, number>()
  return (item) => {
    const bare = bareKeys.get(item) ?? baseKey(item, romanize)
    const key = (counts.get(bare) ?? 0) > 1 ? `${bare}-${checksum(item)}` : bare
    const count = (used.get(key) ?? 0) + 1
    used.set(key, count)
    return count === 1 ? key : `${key}-${count}`
  }
}

/**
 * Returns the key of an item before clashes are resolved: `halpern2002solid`, `wangliping2024guolengdashui`; a hash
 * replaces the title word where name or title have no Latin letters.
 */
function baseKey(item: CslItem, romanize: Romanize): string {
  const title = stripMarkup(item.title ?? '')
  const year = firstDay(item.issued)?.year ?? ''
  const [name, word] = [keyName(item, romanize), titleWord(title, romanize)]
  if (name !== '' && word !== '') return `${name}${year}${word}`
  return `${name === '' ? 'ref' : name}${year}${fnv1aHash(`${title}|${creatorNames(item)}|${item.DOI ?? ''}`)}`
}

/** Number of leading characters of a Chinese title that take the place of its first word. */
const MAX_TITLE_CHARACTERS = 4
const MAX_NAME_LETTERS = 20
const CHECKSUM_LENGTH = 6

/** Returns the family name of the first creator in Latin letters; '' without one. */
function keyName(item: CslItem, romanize: Romanize): string {
  const first = primaryCreators(item).names[0]
  if (!first) return ''
  const name = isUndividedName(first) ? displayName(first) : familyName(first)
  return latinText(name, 'name', romanize).slice(0, MAX_NAME_LETTERS)
}

/** Returns only the Latin letters and digits of a text, in lower case; Chinese is transliterated first. */
const latinText = (text: string, kind: 'name' | 'title', romanize: Romanize): string =>
  asciiLetters(/\p{Script=Han}/u.test(text) ? romanize(text, kind) : text).replace(/[^a-z0-9]/g, '')

/** Returns the ASCII characters of a text in lower case; letters lose their accents: `é` is `e`. */
const asciiLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{ASCII}]/gu, '')
    .toLowerCase()

/** Shorter words of a title are skipped. */
const MIN_WORD_LETTERS = 4

/** Words of that length or longer that say too little for a key. */
const SKIPPED_TITLE_WORDS = new Set([
  'about',
  'from',
  'into',
  'with',
  'that',
  'this',
  'what',
  'when',
  'where',
  'which',
  'towards',
])

/** Returns the first telling word of a title, else its first Chinese characters in Latin letters. */
function titleWord(title: string, romanize: Romanize): string {
  const words = asciiLetters(title).split(/[^a-z0-9]+/)
  const word = words.find(
    (each) => each.length >= MIN_WORD_LETTERS && !SKIPPED_TITLE_WORDS.has(each) && /^[a-z]/.test(each),
  )
  const characters = title.match(/\p{Script=Han}/gu) ?? []
  return word ?? latinText(characters.slice(0, MAX_TITLE_CHARACTERS).join(''), 'title', romanize)
}

/** Returns the 32-bit FNV-1a hash in base 36: short, and the same for the same text on every machine. */
function fnv1aHash(text: string): string {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0
  return value.toString(36)
}

const creatorNames = (item: CslItem): string => primaryCreators(item).names.map(displayName).join(';')

/** Returns a hash of the record, which distinguishes it from others of the same name, year and title word. */
function checksum(item: CslItem): string {
  const { title, DOI, volume, issue, page, number } = item
  const parts = [title, creatorNames(item), DOI, item['container-title'], volume, issue, page, number]
  return fnv1aHash(JSON.stringify([...parts, item.issued ?? null, item.URL ?? null])).slice(-CHECKSUM_LENGTH)
}
