import { readdirSync, readFileSync } from 'node:fs'
import { addPair, type Bilingual, emptyBilingual, textStems } from '@scinav/search'
import { createLazyValue } from '../../platform/foundation/event-loop.ts'

const TERMS_FOLDER = new URL('../../../../config/terms/', import.meta.url)
const LEXICON_FOLDER = new URL('../../../../config/lexicon/', import.meta.url)
/** Pairs that are read before others have their turn. */
const BATCH_SIZE = 300

const lazyTerms = createLazyValue(readTerms)
const lazyWords = createLazyValue(readWords)

/** Our own list of terms in Chinese and English; what of it was not read before is read at first need. */
export const bilingualTerms = (): Bilingual => lazyTerms.now()

/** General words in Chinese and English, of which questions and sentences are made. */
export const generalWords = (): [chinese: string, english: string][] => lazyWords.now().pairs

/**
 * General words that are no subject of their own, Chinese ones as they are written and English ones as stems: what somebody
 * does, how something is, and what research and its properties are called. 制备, 优点, "method".
 */
export const wordsWithoutSubject = (): ReadonlySet<string> => lazyWords.now().without_subject

/** Reads both in pieces, before the first question would have to read them at once. */
export async function loadTerms(): Promise<void> {
  await lazyTerms.atLeisure()
  await lazyWords.atLeisure()
}

function* readTerms(): Generator<void, Bilingual> {
  const all = emptyBilingual()
  let pairs = 0
  // Behind the Chinese term stand its English name and at most one abbreviation.
  for (const [lines] of readWordLists(TERMS_FOLDER)) {
    for (const [chinese = '', ...english] of lines) {
      for (const term of english) addPair(all, chinese, term)
      pairs += 1
      if (pairs % BATCH_SIZE === 0) yield
    }
  }
  return all
}

interface GeneralWords {
  pairs: [chinese: string, english: string][]
  without_subject: ReadonlySet<string>
}

/** Nouns of these lists are no subject. */
const RESEARCH_NOUN_LIST = /^nouns-(?:research|properties|processes)\.tsv$/

function* readWords(): Generator<void, GeneralWords> {
  const pairs: GeneralWords['pairs'] = []
  const without = new Set<string>()
  const subjects = new Set<string>()
  // Behind both words stands their part of speech.
  for (const [lines, name] of readWordLists(LEXICON_FOLDER)) {
    for (const [chinese = '', english = '', part = ''] of lines) {
      pairs.push([chinese, english])
      const into = part === 'n' && !RESEARCH_NOUN_LIST.test(name) ? subjects : without
      into.add(chinese).add(textStems(english).join(' '))
      if (pairs.length % BATCH_SIZE === 0) yield
    }
  }
  return { pairs, without_subject: new Set([...without].filter((word) => !subjects.has(word))) }
}

/** The lines of each list, and what the list is called. */
function* readWordLists(folder: URL): Generator<[string[][], string]> {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.tsv'))) {
    const lines = readFileSync(new URL(name, folder), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t'))
    yield [lines, name]
  }
}
