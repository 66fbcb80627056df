import type { Citation } from '@scinav/contract'
import { figureConflicts } from '../../language/text/figure-conflicts.ts'
import { contentStems, sharedShare } from './best-quote.ts'
import { missingNames } from './missing-names.ts'
import { missingQuotes } from './missing-quotes.ts'

/** The support that a source gives to a claim, and how it was checked. */
export interface ClaimCheck {
  support: Citation['support']
  check: Citation['check']
}

const HAN_CHARACTER = /\p{Script=Han}/u
/** Longer texts are not checked: every figure of one is compared with every figure of the other. */
const MAX_SENTENCE_CHARS = 1_200

/**
 * Checks a claim against the sentence that it cites, without a model. Words show only hard conflicts: a figure other
 * than the source's of the same unit, a quotation that occurs nowhere in the source, a name that occurs nowhere in the
 * evidence, or another subject altogether. Such a claim is `unsupported`; any other is `unchecked`, since sharing words
 * with a sentence does not make a claim follow from it.
 *
 * @param context what else may state the figures, names and quotations: passage, title, authors and year, and the
 *   passages cited beside it.
 * @param offered the texts of all evidence of the answer, in which a name may occur too.
 */
export function checkClaim(claim: string, quote: string, context: string, offered = ''): ClaimCheck {
  if (claim.length > MAX_SENTENCE_CHARS || quote.length > MAX_SENTENCE_CHARS)
    return claimCheck('unchecked', [])
  const source = `${quote}\n${context}`
  const conflicts = [
    ...missingQuotes(claim, source),
    ...figureConflicts(claim, { cited: quote, context }),
    ...(isTranslated(claim, quote) ? [] : missingNames(claim, source, offered)),
  ]
  const isSameLanguage = HAN_CHARACTER.test(claim) === HAN_CHARACTER.test(quote)
  const isRejected = conflicts.length > 0 || (isSameLanguage && isUnrelated(claim, source))
  return claimCheck(isRejected ? 'unsupported' : 'unchecked', conflicts)
}

/**
 * The least share of a claim's content words that its source has, when both are in one language. True claims share far
 * more with their sources, claims about other papers nearly always less.
 */
const MIN_SHARED_SHARE = 0.2

/** A claim with fewer content words, such as a cell of a table, is not compared. */
const MIN_CONTENT_WORDS = 4

function isUnrelated(claim: string, source: string): boolean {
  const claimed = contentStems(claim)
  return (
    claimed.size >= MIN_CONTENT_WORDS &&
    sharedShare(claimed, contentStems(source), new Set()) < MIN_SHARED_SHARE
  )
}

/** Returns whether a claim is not in Chinese but its source is; the source may then write names in Chinese. */
const isTranslated = (claim: string, quote: string): boolean =>
  HAN_CHARACTER.test(quote) && !HAN_CHARACTER.test(claim)

const claimCheck = (support: ClaimCheck['support'], missing: string[]): ClaimCheck => ({
  support,
  check: { method: 'terms', located: true, missing: [...new Set(missing)] },
})
