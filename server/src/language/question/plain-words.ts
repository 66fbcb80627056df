import { readFileSync } from 'node:fs'
import type { PhraseLanguage } from '../phrases.ts'

/** The file of a language's plain words, written by `npm run bench -- train-plain-words`. */
export const plainWordsFile = (language: PhraseLanguage): URL =>
  new URL(`../../../../config/language/plain-words-${language}.tsv`, import.meta.url)

/**
 * Returns the words that name no subject of a paper in any field, in lower case: abstracts use them, titles avoid them.
 */
export const plainWords = (language: PhraseLanguage): string[] =>
  readFileSync(plainWordsFile(language), 'utf8')
    .split('\n')
    .flatMap((line) => line.split('\t')[0] || [])
