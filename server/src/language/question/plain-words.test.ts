import { expect, test } from 'vitest'
import { contentWords } from './content-words.ts'
import { plainWords } from './plain-words.ts'

test('words that abstracts of all fields use and titles avoid are left out of a query', () => {
  const subjects = { en: 'perovskite', zh: '钙钛矿' }
  for (const language of ['en', 'zh'] as const) {
    const words = plainWords(language).filter((word) => word.length > 1)
    expect(words.length).toBeGreaterThan(100)
    // Every third word, for the sake of time.
    for (const word of words.filter((_, at) => at % 3 === 0))
      expect(contentWords(`${subjects[language]} ${word}`), word).toBe(subjects[language])
  }
})

test('words of one field are content, even if no title has them', () => {
  for (const word of ['BLEU', 'hyperparameters', 'mRNA', 'airfoil']) expect(contentWords(word)).toBe(word)
  for (const word of ['衍射', '疗程', '语料']) expect(contentWords(word)).toBe(word)
})
