import { EXACT_MARK } from '../analysis/word-forms.ts'
import { type Bilingual, englishStems, translationPlan } from '../planning/bilingual.ts'
import { type Plan, writtenPart } from '../planning/plan.ts'
import type { QueryUnderstanding } from '../planning/plan-search.ts'
import { planWords } from './concept-plans.ts'

/** Matches a word of a query that begins with a capital, or contains capitals or digits. */
const NAME_WORD = /(?<![\p{L}\p{N}-])(?:\p{Lu}[\p{L}\p{N}.-]*|[\p{L}-]*[\p{Lu}\p{N}][\p{L}\p{N}.-]*)/gu

/** Creates a test for plans of names: those of words written as names, and of translations written with a capital. */
export function createNameMatcher(
  query: string,
  expansions: QueryUnderstanding['expansions'],
): (plan: Plan) => boolean {
  const names = [
    ...(query.match(NAME_WORD) ?? []),
    ...expansions.flatMap(({ to }) => to.filter(startsWithCapital)),
  ]
  const stems = new Set(names.map(englishStems).filter((name) => name !== ''))
  return (plan) => {
    const words = planWords(plan)
    return [...stems].some((name) => name.split(' ').every((stem) => words.includes(stem)))
  }
}

/** Number of versions of a thing that are looked up, from 1, and of names with a version that are examined. */
const MAX_VERSIONS = 9
/** Weight factor of a version number: low, because few papers state theirs. */
export const VERSION_WEIGHT = 0.2
/** Matches a name with a version, 「AlphaFold 2」, but not "Task 4" or "Type 2". */
const VERSIONED_NAME =
  /(?<![\p{L}\p{N}-])(?!(?:Subt|T)ask|Track|Type|Phase|Stage|Level|Grade|Class|Part|Chapter|Table|Figure|Group|Case|Vol|Section|Day|Week|Year)(\p{Lu}[\p{L}-]{2,30}) (\d{1,2}(?:\.\d)?)(?![\p{L}\p{N}.-])/gu

/**
 * Returns the versions that a query names, each with a plan that finds any version of the same thing: when no paper
 * matches it, the number distinguishes nothing.
 */
export function findVersions(query: string): { number: string; others: Plan }[] {
  return [...query.matchAll(VERSIONED_NAME)].map(([, name = '', number = '']) => {
    const others = Array.from({ length: MAX_VERSIONS }, (_, index) => `${name} ${index + 1}`)
    return { number, others: translationPlan(others) }
  })
}

/** Matches a name and a version without a space, 「AlphaFold2」. */
const GLUED_VERSION = /(?<![\p{L}\p{N}-])(\p{Lu}\p{L}{2,30})(\d{1,2}(?:\.\d)?)(?![\p{L}\p{N}.-])/gu

/** Separates names from versions in a query (AlphaFold2 → AlphaFold 2) where papers only have the name by itself. */
export async function splitGluedVersions(
  query: string,
  count: (plan: Plan) => Promise<number>,
): Promise<string> {
  let separated = query
  for (const [whole, name = '', number = ''] of [...query.matchAll(GLUED_VERSION)].slice(0, MAX_VERSIONS))
    if ((await count(translationPlan([whole]))) === 0 && (await count(translationPlan([name]))) > 0)
      separated = separated.replaceAll(whole, `${name} ${number}`)
  return separated
}

const HAN_CHARACTER = /\p{Script=Han}/u
/** Matches an acronym: 「FAIR」 is not the word of the dictionary, whether a text contains it or not. */
const ACRONYM = /^\p{Lu}{2,8}$/u

/** Number of translations above which a word has another meaning in most of them. */
const MAX_TRANSLATIONS = 4

/**
 * Reads a capitalized word in a Chinese question, or alone, as a name, whatever the dictionary has for the common word:
 * papers about Transformer contain that word, not 转换 or 变革. Returns null for all other words, and for names that the
 * dictionary contains as names: Finnish. `exact` finds only the name as written; `sure` means that it is a name even if
 * no text contains it.
 */
export function readAsName(
  query: string,
  plan: Plan,
  bilingual: Bilingual,
): { plan: Plan; exact: Plan; sure: boolean } | null {
  const written = writtenPart(plan)
  if (written.op !== 'term' || HAN_CHARACTER.test(written.term)) return null
  const isAlone = !query.includes(' ')
  if (!isAlone && !HAN_CHARACTER.test(query)) return null
  const name = (query.match(NAME_WORD) ?? []).find(
    (word) => startsWithCapital(word) && englishStems(word) === written.term,
  )
  const translations = bilingual.fromEnglish.get(written.term) ?? []
  const sure = ACRONYM.test(name ?? '') && translations.length > 0
  if (!name || !(sure || translations.length > MAX_TRANSLATIONS)) return null
  const backTranslations = translations.flatMap((chinese) => bilingual.fromChinese.get(chinese) ?? [])
  if (backTranslations.some((word) => startsWithCapital(word) && englishStems(word) === written.term))
    return null
  return { plan: written, exact: { ...written, term: EXACT_MARK + name.toLowerCase() }, sure }
}

/** Returns whether a text begins with a capital letter. */
export const startsWithCapital = (text: string) => /^\p{Lu}/u.test(text)
