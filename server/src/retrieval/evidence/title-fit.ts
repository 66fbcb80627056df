import { type Concept, collectTextTerms, coverage, isChineseText, textStems } from '@scinav/search'
import { quotableText } from '../../language/text/clean.ts'

/**
 * Returns how well a title fits a question: max over the title and the name before its colon (`BERT: …`) of
 * √coverage(title) · (share of the name's terms that the question has), 0–1.
 */
export function titleFit(title: string, concepts: Concept[], queryWords: Set<string>): number {
  const cleanTitle = quotableText(title)
  const names = [cleanTitle, cleanTitle.split(/[:：]|——| - /)[0] ?? '']
  return Math.max(
    ...names.map((name) => {
      const stems = textStems(name)
      const words = stems.filter((stem) => !isOneCharacter(stem))
      const terms = words.length > 0 ? words : stems
      if (terms.length === 0) return 0
      const share = terms.filter((term) => queryWords.has(term)).length / terms.length
      return Math.sqrt(coverage(collectTextTerms([cleanTitle]), concepts, isChineseText(cleanTitle))) * share
    }),
  )
}

/** A single Chinese character carries no meaning next to the character pairs of a name. */
const isOneCharacter = (stem: string) => /^\p{Script=Han}$/u.test(stem)
