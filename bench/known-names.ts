import type { AclPaper } from './corpus.ts'
import { createRandom } from './random.ts'

/**
 * How a title gives its paper a short name:
 * - `signs`: one or two words before the first colon, one of which has a capital letter after another character or is
 * in capitals (`RoBERTa: …`, `SemEval-2018 Task`, `BERT: …`);
 * - `word`: one word before the first colon that begins with its only capital letter (`Snorkel: …`);
 * - `brackets`: one word in brackets with two or more capital letters (`… (MWE) …`).
 */
export const NAME_KINDS = ['signs', 'word', 'brackets'] as const
type NameKind = (typeof NAME_KINDS)[number]

/** A short name of a paper, drawn from its title. */
export interface KnownName {
  name: string
  kind: NameKind
  /** Index of the named paper in the corpus. */
  at: number
  /** Whether the name belongs to the half used for tuning; the other half is only reported. */
  tuned: boolean
}

const NAMES_PER_KIND = 100

/** A word with a capital after its first letter: `word2Vec`, `BERT`. */
const INNER_CAPITAL = /[\p{L}\p{N}-]\p{Lu}/u
const CAPITALIZED = /^\p{Lu}[\p{Ll}]+$/u
const BRACKETED_NAME = /\(([\p{L}\p{N}-]*\p{Lu}[\p{L}\p{N}-]*\p{Lu}[\p{L}\p{N}-]*)\)/gu

/** Returns each name in a title with its kind. */
function findNames(title: string): { name: string; kind: NameKind }[] {
  const found = [...title.matchAll(BRACKETED_NAME)].map(([, name = '']) => ({
    name,
    kind: 'brackets' as NameKind,
  }))
  const colon = title.indexOf(':')
  const before = colon < 0 ? '' : title.slice(0, colon).trim()
  const words = before.split(/\s+/)
  if (before === '' || before.includes('(') || words.length > 2) return found
  if (words.some((word) => INNER_CAPITAL.test(word))) found.push({ name: before, kind: 'signs' })
  else if (words.length === 1 && CAPITALIZED.test(before)) found.push({ name: before, kind: 'word' })
  return found
}

/**
 * Returns 300 names, a hundred of each kind, drawn from those that exactly one title has, ignoring case; every second
 * one of each kind is used for tuning. Identical in every run.
 */
export function knownNames(papers: AclPaper[]): KnownName[] {
  const owners = new Map<string, Map<number, { name: string; kind: NameKind }>>()
  papers.forEach(({ title }, at) => {
    for (const found of findNames(title)) {
      const key = found.name.toLowerCase()
      owners.set(key, (owners.get(key) ?? new Map()).set(at, found))
    }
  })
  const own = [...owners.values()].flatMap((each) =>
    each.size === 1 ? [...each].map(([at, found]) => ({ at, ...found })) : [],
  )
  const random = createRandom(17)
  return NAME_KINDS.flatMap((kind) => {
    const left = own.filter((each) => each.kind === kind)
    return Array.from({ length: NAMES_PER_KIND }, (_, count) => {
      const [each] = left.splice(random.below(left.length), 1)
      if (!each) throw new Error(`too few names of the kind ${kind}`)
      return { ...each, tuned: count % 2 === 0 }
    })
  })
}
