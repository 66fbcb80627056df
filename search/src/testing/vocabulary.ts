import { addPair, emptyBilingual } from '../planning/bilingual.ts'
import { EMPTY_VOCABULARY, type Vocabulary } from '../planning/vocabulary.ts'

/** Returns a vocabulary of pairs of terms, the Chinese one first. */
export function vocabularyOfPairs(...pairs: [chinese: string, english: string][]): Vocabulary {
  const terms = emptyBilingual()
  for (const [chinese, english] of pairs) addPair(terms, chinese, english)
  return { ...EMPTY_VOCABULARY, terms, words: async () => terms }
}
