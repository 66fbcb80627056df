import { readdirSync, readFileSync } from 'node:fs'
import { addPair, type Bilingual, copyBilingual, emptyBilingual, textStems } from '@scinav/search'
import { createLazyValue } from '../../platform/foundation/event-loop.ts'

const TERMS_FOLDER = new URL('../../../../config/terms/', import.meta.url)
const LEXICON_FOLDER = new URL('../../../../config/lexicon/', import.meta.url)
/** Number of pairs that a generator reads before it yields, so that other work gets its turn. */
const BATCH_SIZE = 300

const lazyTerms = createLazyValue(readTerms)
const lazyWords = createLazyValue(readWords)
const lazyTermsAndWords = createLazyValue(joinTermsAndWords)

/**
 * Returns the curated list of Chinese and English terms; whatever is not loaded yet is read synchronously on first
 * use.
 */
export const bilingualTerms = (): Bilingual => lazyTerms.get()

/** Returns the general words, in Chinese and English, that questions and sentences are made of. */
export const generalWords = (): [chinese: string, english: string][] => lazyWords.get().pairs

/**
 * Returns the general words that are not a subject by themselves: Chinese ones as written, English ones as stems.
 * They name actions, qualities, and research and its properties (制备, 优点, "method").
 */
export const wordsWithoutSubject = (): ReadonlySet<string> => lazyWords.get().withoutSubject

/** Returns the English nouns, as stems joined with spaces, that translate each Chinese noun of the general words. */
export const nounTranslations = (): ReadonlyMap<string, ReadonlySet<string>> => lazyWords.get().nouns

/** Loads the curated list in slices, and returns it. */
export async function loadTerms(): Promise<Bilingual> {
  await lazyTerms.warmUp()
  return bilingualTerms()
}

/** Loads all lists in slices, and returns the curated terms together with the general words. */
export async function loadTermsAndWords(): Promise<Bilingual> {
  await lazyTerms.warmUp()
  await lazyWords.warmUp()
  await lazyTermsAndWords.warmUp()
  return lazyTermsAndWords.get()
}

function* readTerms(): Generator<void, Bilingual> {
  const terms = emptyBilingual()
  let pairs = 0
  // Each line holds the Chinese term, its English name and at most one abbreviation.
  for (const [lines] of readWordLists(TERMS_FOLDER)) {
    for (const [chinese = '', ...english] of lines) {
      for (const term of english) addPair(terms, chinese, term)
      pairs += 1
      if (pairs % BATCH_SIZE === 0) yield
    }
  }
  return terms
}

function* joinTermsAndWords(): Generator<void, Bilingual> {
  const joined = { ...copyBilingual(bilingualTerms()), inflected: true }
  for (const [at, [chinese, english]] of generalWords().entries()) {
    addPair(joined, chinese, english)
    if (at % BATCH_SIZE === 0) yield
  }
  return joined
}

/** The lists of general words; `generalWords`, `wordsWithoutSubject` and `nounTranslations` describe the parts. */
interface GeneralWords {
  pairs: [chinese: string, english: string][]
  withoutSubject: ReadonlySet<string>
  nouns: ReadonlyMap<string, ReadonlySet<string>>
}

/** The part of speech of nouns in the lists. */
const NOUN = 'n'
/** Matches the lists whose nouns do not count as subjects. */
const RESEARCH_NOUN_LIST = /^nouns-(?:research|properties|processes)\.tsv$/

const canBeSubject = (partOfSpeech: string, list: string): boolean =>
  partOfSpeech === NOUN && !RESEARCH_NOUN_LIST.test(list)

function* readWords(): Generator<void, GeneralWords> {
  const pairs: GeneralWords['pairs'] = []
  const nonSubjects = new Set<string>()
  const subjects = new Set<string>()
  const nouns = new Map<string, Set<string>>()
  // Each line holds the Chinese word, the English word and their part of speech.
  for (const [lines, name] of readWordLists(LEXICON_FOLDER)) {
    for (const [chinese = '', english = '', partOfSpeech = ''] of lines) {
      pairs.push([chinese, english])
      const stems = textStems(english).join(' ')
      const words = canBeSubject(partOfSpeech, name) ? subjects : nonSubjects
      words.add(chinese).add(stems)
      if (partOfSpeech === NOUN) addTranslation(nouns, chinese, stems)
      if (pairs.length % BATCH_SIZE === 0) yield
    }
  }
  // A word may be in several lists; one in which it can be a subject decides.
  const withoutSubject = new Set([...nonSubjects].filter((word) => !subjects.has(word)))
  return { pairs, nouns, withoutSubject }
}

function addTranslation(nouns: Map<string, Set<string>>, chinese: string, stems: string): void {
  const known = nouns.get(chinese)
  if (known) known.add(stems)
  else nouns.set(chinese, new Set([stems]))
}

/** Yields the lines of each list (`.tsv`) without comments (`#`), split at tabs, with the file name of the list. */
function* readWordLists(folder: URL): Generator<[string[][], string]> {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.tsv'))) {
    const lines = readFileSync(new URL(name, folder), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t'))
    yield [lines, name]
  }
}
