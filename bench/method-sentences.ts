import type { AclPaper } from './corpus.ts'
import { createRandom } from './random.ts'

/** A sentence of the paper `own` that mentions the name introduced by the paper `introduced`; indexes from 0. */
export interface MethodSentence {
  sentence: string
  own: number
  introduced: number
}

/** If more papers mention a name, it is a common term of the field that nobody cites one paper for. */
const MAX_MENTIONING_PAPERS = 40
const MIN_SENTENCE_WORDS = 8
const MAX_SENTENCE_CHARS = 400

/**
 * Returns sentences selected by rules that were written before any was searched for:
 * - a name is the text before the colon of a title, one word with at least two capitals and four letters, at the
 * beginning of no other title;
 * - a sentence is from another paper's abstract, of the same year or later, contains the name as a word, and has at
 * least eight words and at most 400 characters;
 * - at most 40 papers mention the name;
 * - one sentence per name, drawn with a fixed seed; then as many names as requested, drawn in the same way.
 */
export function methodSentences(papers: AclPaper[], count: number): MethodSentence[] {
  const random = createRandom(17)
  const named = [...findNamedSentences(papers)]
  const byName = Map.groupBy(named, ({ name }) => name)
  const one = [...byName.values()].flatMap((all) => {
    const fit = all.filter(({ fits }) => fits)
    const isKnown = new Set(all.map(({ own }) => own)).size > MAX_MENTIONING_PAPERS
    return isKnown || fit.length === 0 ? [] : fit.splice(random.below(fit.length), 1)
  })
  const chosen: MethodSentence[] = []
  while (chosen.length < count && one.length > 0) chosen.push(...one.splice(random.below(one.length), 1))
  return chosen
}

interface NamedSentence extends MethodSentence {
  name: string
  /** Whether it satisfies the rules for sentences and is from another paper than the one that introduced the name. */
  fits: boolean
}

function* findNamedSentences(papers: AclPaper[]): Generator<NamedSentence> {
  const introducing = papersByIntroducedName(papers)
  for (const [own, paper] of papers.entries())
    for (const sentence of paper.abstract.split(/(?<=[.!?])\s+(?=\p{Lu})/u))
      for (const name of new Set(sentence.match(/[\p{L}\p{N}-]+/gu))) {
        const introduced = introducing.get(name)
        if (introduced === undefined) continue
        const fits = introduced !== own && isSentence(sentence) && !isEarlier(paper, papers[introduced])
        yield { name, sentence, own, introduced, fits }
      }
}

const isSentence = (text: string) =>
  text.length <= MAX_SENTENCE_CHARS && text.split(/\s+/).length >= MIN_SENTENCE_WORDS

const isEarlier = (paper: AclPaper, other: AclPaper | undefined) =>
  Number(paper.year) < Number(other?.year ?? 0)

/** Returns the only paper whose title starts with each name and a colon. */
export function papersByIntroducedName(papers: AclPaper[]): Map<string, number> {
  const papersOf = new Map<string, number[]>()
  papers.forEach(({ title }, at) => {
    const name = /^([\p{L}\p{N}-]{4,20}):/u.exec(title)?.[1] ?? ''
    if ((name.match(/\p{Lu}/gu)?.length ?? 0) >= 2) papersOf.set(name, [...(papersOf.get(name) ?? []), at])
  })
  return new Map(
    [...papersOf].flatMap(([name, [first, ...others]]) =>
      first !== undefined && others.length === 0 ? [[name, first] as const] : [],
    ),
  )
}
