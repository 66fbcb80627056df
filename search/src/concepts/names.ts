import { type Bilingual, englishStems, translationPlan } from '../planning/bilingual.ts'
import { type Plan, writtenPart } from '../planning/plan.ts'
import type { QueryUnderstanding } from '../planning/plan-search.ts'
import { planWords } from './concept.ts'

/** A word within a query that begins with a capital, or has capitals or figures within. */
const NAME_WORD = /(?<![\p{L}\p{N}-])(?:\p{Lu}[\p{L}\p{N}.-]*|[\p{L}-]*[\p{Lu}\p{N}][\p{L}\p{N}.-]*)/gu

/** Tells names: what is written as one, and what a word of the query is called in the other language. */
export function createNameMatcher(
  query: string,
  expansions: QueryUnderstanding['expansions'],
): (plan: Plan) => boolean {
  const names = [
    ...(query.match(NAME_WORD) ?? []),
    ...expansions.flatMap(({ to }) => to.filter(startsWithCapital)),
  ]
  const stems = new Set(names.map(englishStems).filter((each) => each !== ''))
  return (plan) => {
    const words = planWords(plan)
    return [...stems].some((name) => name.split(' ').every((stem) => words.includes(stem)))
  }
}

/** So many versions of a thing are looked for. */
const MAX_VERSIONS = 9

/** A number behind a name tells one version from another, and few papers say it of theirs. */
export const VERSION_WEIGHT = 0.2
/** 「AlphaFold 2」, and neither "Task 4" nor "Type 2". */
const VERSIONED_NAME =
  /(?<![\p{L}\p{N}-])(?!(?:Subt|T)ask|Track|Type|Phase|Stage|Level|Grade|Class|Part|Chapter|Table|Figure|Group|Case|Vol|Section|Day|Week|Year)(\p{Lu}[\p{L}-]{2,30}) (\d{1,2}(?:\.\d)?)(?![\p{L}\p{N}.-])/gu

/** Versions that a query names, each with what says that there are such of it: where nothing does, it tells nothing apart. */
export function findVersions(query: string): { number: string; others: Plan }[] {
  return [...query.matchAll(VERSIONED_NAME)].map(([, name = '', number = '']) => {
    const others = Array.from({ length: MAX_VERSIONS }, (_, at) => `${name} ${at + 1}`)
    return { number, others: translationPlan(others) }
  })
}

/** 「AlphaFold2」. */
const GLUED_VERSION = /(?<![\p{L}\p{N}-])(\p{Lu}\p{L}{2,30})(\d{1,2}(?:\.\d)?)(?![\p{L}\p{N}.-])/gu

/** A query with names and numbers apart that stand together in it, where no text has them so and some have the name. */
export async function splitGluedVersions(
  query: string,
  count: (plan: Plan) => Promise<number>,
): Promise<string> {
  let apart = query
  for (const [whole, name = '', number = ''] of [...query.matchAll(GLUED_VERSION)].slice(0, MAX_VERSIONS))
    if ((await count(translationPlan([whole]))) === 0 && (await count(translationPlan([name]))) > 0)
      apart = apart.replaceAll(whole, `${name} ${number}`)
  return apart
}

const HAN_CHARACTER = /\p{Script=Han}/u
/** 「FAIR」 is no word of a dictionary, whether a text has it or not. */
const ACRONYM = /^\p{Lu}{2,8}$/u

/** A word with more translations than these means something else in most of them. */
const MAX_TRANSLATIONS = 4

/**
 * A word with a capital in a Chinese question, or alone, is a name, whatever a dictionary has for the common word: what says
 * Transformer says it, and 转换 and 变革 do not. Null for all else, and for what the dictionary has as a name: Finnish.
 * `sure` where it is one even if no text says it.
 */
export function readAsName(
  query: string,
  plan: Plan,
  bilingual: Bilingual,
): { plan: Plan; exact: Plan; sure: boolean } | null {
  const written = writtenPart(plan)
  if (
    written.op !== 'term' ||
    HAN_CHARACTER.test(written.term) ||
    !(HAN_CHARACTER.test(query) || !query.includes(' '))
  )
    return null
  const name = (query.match(NAME_WORD) ?? []).find(
    (each) => startsWithCapital(each) && englishStems(each) === written.term,
  )
  const translations = bilingual.fromEnglish.get(written.term) ?? []
  const sure = ACRONYM.test(name ?? '') && translations.length > 0
  if (!name || !(sure || translations.length > MAX_TRANSLATIONS)) return null
  const back = translations.flatMap((chinese) => bilingual.fromChinese.get(chinese) ?? [])
  if (back.some((word) => startsWithCapital(word) && englishStems(word) === written.term)) return null
  return { plan: written, exact: { ...written, term: `=${name.toLowerCase()}` }, sure }
}

export const startsWithCapital = (text: string) => /^\p{Lu}/u.test(text)
