// Plans of words in alphabets: whole words, their parts, and their written forms.
import { analyze, type Token } from '../analysis/analyze.ts'
import { numberedNamePlans } from './numbered-names.ts'
import { orPlan, type Plan } from './plan.ts'
import { isExact, preferForms, tokenOffsets } from './plan-tokens.ts'

/** How words are searched. */
export interface WordPlanOptions {
  /** Bits of the fields in which words are searched (`MASKS`). */
  mask: number
  /** Factor of each word's score. */
  weight: number
  /** Whether words are searched as written instead of by their stems. */
  exact: boolean
  /** Additional score of a paper that contains the word as written, as a share of the word's weight. */
  form_share?: number
}

/** Returns one plan per written word: words joined by punctuation are one, words with spaces between them several. */
export function latinPlans(text: string, options: WordPlanOptions): Plan[] {
  const tokens = analyze(text)
  if (tokens.length === 0) return []
  return groupTokens(text, tokens).map((group) => groupPlan(group, options))
}

/** Groups the tokens of each written word: those without a space between them. */
function groupTokens(text: string, tokens: Token[]): Token[][] {
  const groups: Token[][] = []
  let end = -1
  for (const token of tokens) {
    const beginsWord = end < 0 || (token.start >= end && /\s/.test(text.slice(end, token.start)))
    if (beginsWord) groups.push([])
    groups.at(-1)?.push(token)
    end = Math.max(end, token.end)
  }
  return groups
}

/** Returns the plan of one written word: its whole term if it has one, or its parts in sequence. */
function groupPlan(tokens: Token[], { mask, weight, exact, form_share = 0 }: WordPlanOptions): Plan {
  const start = Math.min(...tokens.map((token) => token.start))
  const end = Math.max(...tokens.map((token) => token.end))
  const isWhole = (token: Token) => token.start === start && token.end === end
  const searched = preferForms(tokens, exact)
  const parts = tokenOffsets(searched.filter((token) => !isWhole(token)))
  const alternatives: Plan[] = searched
    .filter(isWhole)
    .map(({ term }) => ({ op: 'term', term, mask, weight }))
  if (parts.length > 1) alternatives.push({ op: 'phrase', parts, mask, weight })
  if (!exact) alternatives.push(...numberedNamePlans(tokens, { mask, weight }))
  const plan = orPlan(uniquePlans(alternatives))
  // Papers with the word as written score higher than those with its stem only.
  const exactForms = tokens.filter(
    (token) => isExact(token) && searched.some((other) => other.start === token.start),
  )
  if (exact || form_share === 0 || exactForms.length === 0) return plan
  return {
    op: 'boost',
    part: plan,
    extra: exactForms.map(({ term }) => ({ op: 'term', term, mask, weight: weight * form_share })),
  }
}

/** Removes equal plans, whose scores would count double. */
function uniquePlans(plans: Plan[]): Plan[] {
  return [...new Map(plans.map((plan) => [JSON.stringify(plan), plan])).values()]
}
