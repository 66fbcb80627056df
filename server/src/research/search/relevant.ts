import { analyse, type Concept, isChinese, joinedTerms, wordsIn } from '@scinav/search'
import { readQuestion } from '../../language/question/question.ts'
import { conceptNames, type Evidence, relevant, saysShare } from '../../retrieval/index.ts'
import { besideSubject } from '../plan/templates.ts'
import type { Retrieved } from './found.ts'

/** What only comes near a search has to say so much of it, its title counting for it as well. */
const LEAST_NEAR = 0.57
/** Of the subject alone, without what a step adds to it, a source has to say so much. */
const SUBJECT_SHARE = 0.7
/** A text whose language has no words for the rest cannot be known to be about it. */
const LEAST_SAYABLE = 0.6

/**
 * Of what a search found, what is about it; of what only comes near it what says most of it. The subject has to be there,
 * whatever else is: a paper on grammar is none on 语法纠错. Names that the question spells out have to be there too.
 *
 * @param asked what is researched, as it was asked: what is a name shows there.
 * @param terms of these sources have to spell one, where there are any: words that stand apart in them are not it.
 */
export function relevantOf(found: Retrieved, asked: string, terms: string[] = []): Evidence[] {
  const { evidence, scoped } = found
  if (scoped) return evidence.filter((each) => relevant([each], 'related', true).length > 0)
  const sure = new Set(relevant(evidence, 'quotes', false))
  const near = relevant(evidence, 'related', false).filter(
    ({ coverage, title_fit }) => coverage + title_fit / 2 >= LEAST_NEAR,
  )
  const subject = subjectOf(found)
  const names = namesIn(asked).filter((name) => bare(found.query).includes(name))
  const spelled = [...names, ...subject.unknown]
  const anyOf = terms.map((term) => bare(term).replace(PLURAL, ''))
  return evidence.filter((each) => {
    if ((!sure.has(each) && !near.includes(each)) || each.sayable < LEAST_SAYABLE) return false
    const said = joinedTerms(each.about, each.terms)
    const says = saysShare(said, subject.concepts, isChinese(each.passage.text), SUBJECT_SHARE)
    const isOn = anyOf.length === 0 || anyOf.some((term) => saysAll(each, [term]))
    return says && isOn && saysAll(each, spelled)
  })
}

/** technology, technologies. */
const PLURAL = /(?<=.{4})(?:ies|y|es|s)$/

const HAN = /\p{Script=Han}{2,}/gu

/** What a search is about without the words that steps add, and the Chinese words in it that the library does not know. */
function subjectOf({ query, concepts, question }: Retrieved) {
  const beside = besideSubject(question.language)
  const others = new Set(
    conceptNames(query, concepts).flatMap(({ plan, label }) =>
      beside.has(label.toLowerCase()) ? [plan] : [],
    ),
  )
  const known = new Set(concepts.flatMap(({ plan }) => wordsIn(plan)))
  let rest = query
  for (const { term, start, end } of analyse(query))
    if (known.has(term)) rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
  const unknown = (rest.match(HAN) ?? []).filter((word) => !beside.has(word))
  const own = concepts.filter(({ plan }) => !others.has(plan))
  return { concepts: own, unknown: [...unknown, ...unsaid(query, own)] }
}

/** The words that no paper says in either language. */
const unsaid = (query: string, concepts: Concept[]): string[] => {
  const none = new Set(concepts.filter(({ papers }) => papers === 0).map(({ plan }) => plan))
  return conceptNames(query, concepts).flatMap(({ plan, label }) => (none.has(plan) ? bare(label) : []))
}

/** Of capital and small letters: Transformer, Word2vec. The search would take it for a form of "transform". */
const NAME = /(?<![\p{L}\p{N}])(?=\p{L}{0,20}\p{Ll})\p{Lu}[\p{L}\p{N}]{2,20}/gu
const LONGEST_READ = 500

function namesIn(question: string): string[] {
  const read = question.slice(0, LONGEST_READ)
  const names = read.match(NAME) ?? []
  // A sentence begins with a capital, whatever the word is.
  const rest =
    readQuestion(read).language === 'en' && read.startsWith(names[0] ?? '\0') ? names.slice(1) : names
  return rest.map((name) => bare(name).replace(/s$/, ''))
}

function saysAll({ work, passage }: Evidence, words: string[]): boolean {
  if (words.length === 0) return true
  const { title, title_zh, abstract, abstract_zh, keywords } = work
  const text = bare([title, title_zh, abstract, abstract_zh, ...keywords, passage.text].join(' '))
  return words.every((word) => text.includes(word))
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
