// The citations of a composed manuscript, as its text prints them.
import type { Work } from '../../contract/src/index.ts'
import type { Random } from '../random.ts'

export type CitationForm = 'brackets' | 'full-width' | 'superscript' | 'bare superscript' | 'author-year'

/** A piece of a paragraph. */
export interface TextPiece {
  text: string
  isRaised?: boolean
  /** For LaTeX: the positions of the cited entries, instead of the text. */
  cited?: number[]
}

/** A citation as the text prints it. */
export interface PrintedCitation {
  pieces: TextPiece[]
  isNarrative: boolean
  /** Whether it has the words that it stands behind. */
  isWhole?: boolean
}

/** The listed works, and how the text cites them. */
export interface CitedList {
  random: Random
  language: 'zh' | 'en'
  form: CitationForm
  works: Work[]
  /** The printed number of each entry. */
  numbers: number[]
}

/** Returns the family name of the first author of a work, or the whole name. */
export const family = (work: Work): string => work.creators[0]?.family ?? work.creators[0]?.name ?? ''

/** Returns the year in which a work appeared; empty where it is unknown. */
export const yearOf = (work: Work): string => work.publish_date?.slice(0, 4) ?? ''

/** Returns the names by which a text cites a work. */
export function citedNames(work: Work, language: 'zh' | 'en', isNarrative: boolean): string {
  const authors = work.creators.filter(({ role = 'author' }) => role === 'author')
  const names = authors.map((creator) =>
    work.language === 'zh' ? (creator.name_zh ?? creator.name) : (creator.family ?? creator.name),
  )
  const [first = '', second] = names
  if (names.length === 1) return first
  if (language === 'zh') return names.length === 2 ? `${first}和${second}` : `${first}等`
  if (names.length === 2) return `${first} ${isNarrative ? 'and' : '&'} ${second}`
  return `${first} et al.`
}

/** Prints the citation of a group of entries in the form of the text. */
export function printCitation(plan: CitedList, group: number[]): PrintedCitation {
  return plan.form === 'author-year' ? namedCitation(plan, group) : numberedCitation(plan, group)
}

const numberedCitation = (plan: CitedList, group: number[]): PrintedCitation =>
  numericCitation(
    plan,
    group.map((at) => plan.numbers[at] ?? 0),
    group,
  )

/** Prints a citation that stands in brackets behind a sentence. */
export const numericOrNamed = (plan: CitedList, group: number[]): PrintedCitation =>
  plan.form === 'author-year' ? bracketedNames(plan, group) : numberedCitation(plan, group)

/** Prints numbers with ranges written as such. */
export function numericCitation(
  { random, form, language }: CitedList,
  cited: number[],
  group: number[],
): PrintedCitation {
  const isRange =
    cited.length > 2 && cited.every((number, at) => at === 0 || number === (cited[at - 1] ?? 0) + 1)
  const [first = 0] = cited
  const comma =
    form === 'full-width'
      ? '，'
      : language === 'zh'
        ? random.pick([',', '，', '、'])
        : random.pick([',', ', '])
  const inside = isRange ? `${first}${random.pick(['-', '–', '~'])}${cited.at(-1)}` : cited.join(comma)
  const pieces = {
    brackets: `[${inside}]`,
    'full-width': `［${inside}］`,
    superscript: `[${inside}]`,
    'bare superscript': inside,
    'author-year': '',
  }
  const isRaised = form === 'superscript' || form === 'bare superscript'
  const space = language === 'en' && !isRaised ? ' ' : ''
  return { pieces: [{ text: space }, { text: pieces[form], isRaised, cited: group }], isNarrative: false }
}

function namedCitation({ random, language, works }: CitedList, group: number[]): PrintedCitation {
  const cited = group.flatMap((at) => works[at] ?? [])
  const [first] = cited
  if (first && cited.length === 1 && random.once(3)) {
    const names = citedNames(first, language, true)
    const text = language === 'zh' ? `${names}（${yearOf(first)}）` : `${names} (${yearOf(first)})`
    return { pieces: [{ text, cited: group }], isNarrative: true }
  }
  return bracketedNames({ language, works }, group)
}

function bracketedNames(
  { language, works }: Pick<CitedList, 'language' | 'works'>,
  group: number[],
): PrintedCitation {
  const cited = group.flatMap((at) => works[at] ?? [])
  const comma = language === 'zh' ? '，' : ', '
  const inside = cited
    .map((work) => `${citedNames(work, language, false)}${comma}${yearOf(work)}`)
    .join(language === 'zh' ? '；' : '; ')
  const text = language === 'zh' ? `（${inside}）` : ` (${inside})`
  return { pieces: [{ text, cited: group }], isNarrative: false }
}
