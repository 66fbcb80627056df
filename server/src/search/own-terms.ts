import { readdirSync, readFileSync } from 'node:fs'
import { addPair, type Bilingual, emptyBilingual } from '@scinav/search'

const TERMS = new URL('../../../config/terms/', import.meta.url)
const LEXICON = new URL('../../../config/lexicon/', import.meta.url)
let terms: Bilingual | undefined
let words: [chinese: string, english: string][] | undefined

/** Our own list of terms in Chinese and English, read at first need. */
export function bilingualTerms(): Bilingual {
  terms ??= readTerms()
  return terms
}

function readTerms(): Bilingual {
  const all = emptyBilingual()
  // Behind the Chinese term stand its English name and at most one abbreviation.
  for (const [chinese = '', ...english] of linesOf(TERMS))
    for (const term of english) addPair(all, chinese, term)
  return all
}

/** General words in Chinese and English, of which questions and sentences are made. */
export function generalWords(): [chinese: string, english: string][] {
  // Behind both words stands their part of speech.
  words ??= linesOf(LEXICON).map(([chinese = '', english = '']) => [chinese, english])
  return words
}

const linesOf = (folder: URL): string[][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
