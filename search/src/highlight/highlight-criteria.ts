// Derives from a plan what is to be highlighted in each field.
import { MASKS } from '../index/layout.ts'
import { isSpaceTerm, SPACES } from '../index/terms.ts'
import { type Plan, type PrefixPlan, wordLeaves } from '../planning/plan.ts'
import { type NearCriteria, nearCriteria } from './near.ts'
import type { Phrases } from './text-phrases.ts'
import { type WordStarts, wordStarts } from './word-starts.ts'

/** What to highlight in one field, from the leaves of the plans (`wordLeaves`) that search this field. */
export interface FieldCriteria {
  /** Returns whether a term is highlighted wherever it occurs, not only as part of a phrase. */
  isWanted: (term: string) => boolean
  /** Beginnings of the terms to highlight, including those of phrases. */
  starts: WordStarts
  /** Words that are highlighted only as whole phrases; null when there are none. */
  phrases: Phrases | null
  nears: NearCriteria | null
}

/** What to highlight in the fields of a paper. */
export interface HighlightCriteria {
  title: FieldCriteria
  abstract: FieldCriteria
  keywords: FieldCriteria
  /** Terms of author names, see `authorTerms`. */
  names: Set<string>
}

/** The fields in which words are marked. */
const TEXT_MASK = MASKS.title | MASKS.abstract | MASKS.keyword

/** Returns what to highlight for the leaves of some plans; null plans are ignored. */
export function highlightCriteria(plans: (Plan | null)[]): HighlightCriteria {
  const leaves = [...new Set(plans.flatMap((plan) => (plan ? wordLeaves(dropTranslatedWords(plan)) : [])))]
  const names = new Set(leaves.flatMap(leafNames))
  const textLeaves = leaves.filter((leaf) => !isSpaceLeaf(leaf) && (leaf.mask & TEXT_MASK) !== 0)
  if (textLeaves.every(coversAllTexts)) {
    // The same for every field, so built only once.
    const shared = fieldCriteria(textLeaves, TEXT_MASK)
    return { title: shared, abstract: shared, keywords: shared, names }
  }
  return {
    title: fieldCriteria(textLeaves, MASKS.title),
    abstract: fieldCriteria(textLeaves, MASKS.abstract),
    keywords: fieldCriteria(textLeaves, MASKS.keyword),
    names,
  }
}

/**
 * Removes single words of translations of several words. Partial matches of 机器学习 also score for "machine" and for
 * "learning" (`extra` of a `some` plan), but highlighted is only "machine learning", which is among the other parts of
 * the plan. Chinese terms of `extra`, such as 机器, are parts of the words as written, and stay.
 */
function dropTranslatedWords(plan: Plan): Plan {
  if (plan.op === 'and') return { ...plan, parts: plan.parts.map(dropTranslatedWords) }
  if (plan.op !== 'some') return plan
  const extra = plan.extra.filter((part) => part.op === 'term' && /^\p{Script=Han}/u.test(part.term))
  return { ...plan, extra }
}

/** A leaf of a plan that stands for a word. */
type WordLeaf = ReturnType<typeof wordLeaves>[number]

/** Returns the author name that a leaf searches for, without the mark of its space; [] for other leaves. */
const leafNames = (leaf: WordLeaf) =>
  leaf.op === 'term' && leaf.term.startsWith(SPACES.author) ? [leaf.term.slice(SPACES.author.length)] : []

/**
 * Returns whether a leaf searches for a name or a code, whose terms are in a space of `SPACES` and whose mask does not
 * denote text fields.
 */
function isSpaceLeaf(leaf: WordLeaf): boolean {
  if (leaf.op === 'term') return isSpaceTerm(leaf.term)
  return leaf.op === 'prefix' && isSpaceTerm(leaf.prefix)
}

/** Returns whether a leaf covers all text fields. The sides of NEAR have fields of their own. */
const coversAllTexts = (leaf: WordLeaf) => leaf.op !== 'near' && (leaf.mask & TEXT_MASK) === TEXT_MASK

/**
 * Returns the criteria of one field.
 *
 * @param field mask bit of the field, or of all texts when the criteria do not depend on the field.
 */
function fieldCriteria(textLeaves: WordLeaf[], field: number): FieldCriteria {
  const leaves = textLeaves.filter(({ mask }) => (mask & field) !== 0)
  const terms = new Set(leaves.flatMap((leaf) => (leaf.op === 'term' ? [leaf.term] : [])))
  const prefixes = leaves.filter((leaf) => leaf.op === 'prefix')
  const isWanted = termPredicate(terms, prefixes)
  const phrases = collectPhrases(leaves, terms, prefixes)
  const nears = leaves.filter((leaf) => leaf.op === 'near')
  return {
    isWanted,
    starts: wordStarts(
      [...terms, ...(phrases?.terms ?? [])],
      prefixes.map(({ prefix }) => prefix),
    ),
    phrases,
    nears: nears.length === 0 ? null : nearCriteria(nears, field),
  }
}

/** Returns whether a term is to be marked. */
type TermPredicate = (term: string) => boolean

/** Returns a test for terms that are in the set or that one of the prefix searches finds. */
function termPredicate(terms: Set<string>, prefixes: PrefixPlan[]): TermPredicate {
  if (prefixes.length === 0) return (term) => terms.has(term)
  const prefixTests = prefixes.map(({ prefix, pattern }): TermPredicate => {
    const wholePattern = pattern === null ? null : new RegExp(pattern, 'u')
    return (term) => term.startsWith(prefix) && (wholePattern?.test(term) ?? true)
  })
  return (term) => terms.has(term) || prefixTests.some((matches) => matches(term))
}

/**
 * Collects the phrases. Their `isWantedOrPart` also accepts terms that are highlighted only within a phrase.
 *
 * @param unconditional terms that are highlighted wherever they occur; a phrase of only such terms adds nothing.
 * @returns null when no phrases are left.
 */
function collectPhrases(
  leaves: WordLeaf[],
  unconditional: Set<string>,
  prefixes: PrefixPlan[],
): Phrases | null {
  const plans = leaves
    .filter((leaf) => leaf.op === 'phrase')
    .filter(({ parts }) => !parts.every(({ term }) => unconditional.has(term)))
  if (plans.length === 0) return null
  const terms = new Set(plans.flatMap(({ parts }) => parts.map(({ term }) => term)))
  return { plans, terms, isWantedOrPart: termPredicate(new Set([...unconditional, ...terms]), prefixes) }
}
