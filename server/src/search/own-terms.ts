import { readdirSync, readFileSync } from 'node:fs'
import { addPair, type Bilingual, emptyBilingual } from '@scinav/search'
import { inPieces } from '../foundation/breath.ts'

const TERMS = new URL('../../../config/terms/', import.meta.url)
const LEXICON = new URL('../../../config/lexicon/', import.meta.url)
/** Pairs that are read before others have their turn. */
const AT_ONCE = 300

const terms = inPieces(readTerms)
const words = inPieces(readWords)

/** Our own list of terms in Chinese and English; what of it was not read before is read at first need. */
export const bilingualTerms = (): Bilingual => terms.now()

/** General words in Chinese and English, of which questions and sentences are made. */
export const generalWords = (): [chinese: string, english: string][] => words.now()

/** Reads both in pieces, before the first question would have to read them at once. */
export async function loadTerms(): Promise<void> {
  await terms.atLeisure()
  await words.atLeisure()
}

function* readTerms(): Generator<void, Bilingual> {
  const all = emptyBilingual()
  let pairs = 0
  // Behind the Chinese term stand its English name and at most one abbreviation.
  for (const lines of filesOf(TERMS)) {
    for (const [chinese = '', ...english] of lines) {
      for (const term of english) addPair(all, chinese, term)
      pairs += 1
      if (pairs % AT_ONCE === 0) yield
    }
  }
  return all
}

function* readWords(): Generator<void, [chinese: string, english: string][]> {
  const all: [chinese: string, english: string][] = []
  // Behind both words stands their part of speech.
  for (const lines of filesOf(LEXICON)) {
    all.push(...lines.map(([chinese = '', english = '']): [string, string] => [chinese, english]))
    yield
  }
  return all
}

function* filesOf(folder: URL): Generator<string[][]> {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.tsv')))
    yield readFileSync(new URL(name, folder), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t'))
}
