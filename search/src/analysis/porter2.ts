// The English (Porter2) stemmer as described by its author: https://snowballstem.org/algorithms/english/stemmer.html
//
// Words are in lower-case a–z. `r1` and `r2` are the indexes where the regions R1 and R2 of the description begin: R1
// after the first consonant that follows a vowel, R2 after the next such consonant.

/** Stems of words that the algorithm treats as exceptions. */
const IRREGULAR_STEMS = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
  }),
)
for (const unchanged of ['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'])
  IRREGULAR_STEMS.set(unchanged, unchanged)

/** Words that are left as they are once a plural ending has been removed. */
const UNTOUCHED_AFTER_PLURAL = new Set([
  'inning',
  'outing',
  'canning',
  'herring',
  'earring',
  'proceed',
  'exceed',
  'succeed',
])

/** Matches a vowel. */
const VOWEL = /[aeiouy]/
/** Matches a doubled consonant at the end, one of which is removed: `hopp` in `hopping`. */
const DOUBLE_CONSONANT = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/
/** Matches a vowel and the consonant after which a region begins. */
const REGION_START = /[aeiouy][^aeiouy]/
/** Matches the beginnings of words whose R1 is defined as the rest. */
const IRREGULAR_REGION = /^(?:gener|commun|arsen)/

/** Reduces an English word to the stem it shares with its other forms: `connections` → `connect`. */
export function stemEnglish(word: string): string {
  if (word.length <= 2) return word
  const irregular = IRREGULAR_STEMS.get(word)
  if (irregular !== undefined) return irregular
  const marked = markConsonantY(word)
  const r1 = firstRegion(marked)
  const r2 = regionAfter(marked, r1)
  const singular = removePlural(marked)
  if (UNTOUCHED_AFTER_PLURAL.has(singular)) return singular
  let stem = replaceFinalY(removePast(singular, r1))
  stem = shortenSuffix(stem, r1)
  stem = shortenLongSuffix(stem, r1, r2)
  stem = removeSuffix(stem, r2)
  return removeFinalLetter(stem, r1, r2).toLowerCase()
}

/** Marks a y at the start or after a vowel, which is a consonant, as Y. */
function markConsonantY(word: string): string {
  return word.includes('y') ? word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y') : word
}

/** Returns where R1 begins. */
function firstRegion(word: string): number {
  const special = IRREGULAR_REGION.exec(word)
  return special ? special[0].length : regionAfter(word, 0)
}

/** Returns the index after the first consonant that follows a vowel from `from` on; the length of the word if none. */
function regionAfter(word: string, from: number): number {
  const at = word.slice(from).search(REGION_START)
  return at < 0 ? word.length : from + at + 2
}

/** Applies step 1a: plural endings. */
function removePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (!word.endsWith('s') || /[us]s$/.test(word)) return word
  return VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word
}

/** Applies step 1b: endings of the past tense and the participle. */
function removePast(word: string, r1: number): string {
  const eed = /eed(?:ly)?$/.exec(word)
  if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word
  const past = /(?:ed|ing)(?:ly)?$/.exec(word)
  if (!past) return word
  const stem = word.slice(0, past.index)
  if (!VOWEL.test(stem)) return word
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (DOUBLE_CONSONANT.test(stem)) return stem.slice(0, -1)
  return isShortWord(stem, r1) ? `${stem}e` : stem
}

/** Returns whether a word is short: it has no R1, and ends in a short syllable. */
function isShortWord(word: string, r1: number): boolean {
  return r1 >= word.length && endsInShortSyllable(word)
}

/** Returns whether a word ends in a short syllable: `rap`, `trap`; at the beginning `ow`. */
function endsInShortSyllable(word: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word) || /^[aeiouy][^aeiouy]$/.test(word)
}

/** Applies step 1c: a final y. */
function replaceFinalY(word: string): string {
  return word.length > 2 && /[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word
}

/** Replacements of suffixes in step 2; `ogi` and `li` have conditions of their own. */
const STEP_2_REPLACEMENTS = new Map(
  Object.entries({
    ization: 'ize',
    ational: 'ate',
    fulness: 'ful',
    ousness: 'ous',
    iveness: 'ive',
    tional: 'tion',
    biliti: 'ble',
    lessli: 'less',
    entli: 'ent',
    ation: 'ate',
    alism: 'al',
    aliti: 'al',
    ousli: 'ous',
    iviti: 'ive',
    fulli: 'ful',
    enci: 'ence',
    anci: 'ance',
    abli: 'able',
    izer: 'ize',
    ator: 'ate',
    alli: 'al',
    bli: 'ble',
  }),
)

/** Replacements of suffixes in step 3; `ative` has a condition of its own. */
const STEP_3_REPLACEMENTS = new Map(
  Object.entries({
    ational: 'ate',
    tional: 'tion',
    alize: 'al',
    icate: 'ic',
    iciti: 'ic',
    ical: 'ic',
    ful: '',
    ness: '',
  }),
)

/** Match the longest suffix that each step changes. */
const STEP_2_SUFFIX = longestSuffix([...STEP_2_REPLACEMENTS.keys(), 'ogi', 'li'])
const STEP_3_SUFFIX = longestSuffix([...STEP_3_REPLACEMENTS.keys(), 'ative'])
const STEP_4_SUFFIX = longestSuffix(
  'al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion'.split(' '),
)

/** Returns a pattern for the longest of the suffixes in which a word ends. */
function longestSuffix(suffixes: string[]): RegExp {
  const ordered = suffixes.toSorted((a, b) => b.length - a.length)
  return new RegExp(`(?:${ordered.join('|')})$`)
}

/** Applies step 2: derivational suffixes in R1. */
function shortenSuffix(word: string, r1: number): string {
  const match = STEP_2_SUFFIX.exec(word)
  if (!match || match.index < r1) return word
  const [suffix] = match
  const rest = word.slice(0, match.index)
  if (suffix === 'ogi') return rest.endsWith('l') ? `${rest}og` : word
  if (suffix === 'li') return /[cdeghkmnrt]$/.test(rest) ? rest : word
  return rest + (STEP_2_REPLACEMENTS.get(suffix) ?? suffix)
}

/** Applies step 3: further suffixes in R1. */
function shortenLongSuffix(word: string, r1: number, r2: number): string {
  const match = STEP_3_SUFFIX.exec(word)
  if (!match || match.index < r1) return word
  const [suffix] = match
  const rest = word.slice(0, match.index)
  if (suffix === 'ative') return match.index >= r2 ? rest : word
  return rest + (STEP_3_REPLACEMENTS.get(suffix) ?? suffix)
}

/** Applies step 4: removes suffixes in R2. */
function removeSuffix(word: string, r2: number): string {
  const match = STEP_4_SUFFIX.exec(word)
  if (!match || match.index < r2) return word
  const rest = word.slice(0, match.index)
  return match[0] === 'ion' && !/[st]$/.test(rest) ? word : rest
}

/** Applies step 5: removes a final e or l. */
function removeFinalLetter(word: string, r1: number, r2: number): string {
  const last = word.length - 1
  if (word.endsWith('ll')) return last >= r2 ? word.slice(0, -1) : word
  if (!word.endsWith('e')) return word
  const removable = last >= r2 || (last >= r1 && !endsInShortSyllable(word.slice(0, -1)))
  return removable ? word.slice(0, -1) : word
}
