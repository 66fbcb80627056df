// Converts the output of CSL to runs of formatted text, and to plain text.
import type { StyledRun } from '../runs.ts'
import type { Locale } from './locale.ts'
import type { Output } from './output.ts'
import { arrangePunctuation } from './punctuation.ts'
import { quoteMark, walk } from './serialize.ts'
import type { Formatting } from './style-tree.ts'

/** A piece of an entry in one typography, for DOCX. */
export interface CslRun extends StyledRun {
  bold?: true
  smallCaps?: true
  underline?: true
  raised?: 'super' | 'sub'
}

/**
 * Returns a rendered text as runs, each in one typography. Parts that are blocks of their own in print (`display`) are
 * separated by spaces.
 */
export function toRuns(outputs: readonly Output[], locale: Locale): CslRun[] {
  const runs: CslRun[] = []
  const add = (text: string, format: Formatting) => {
    if (text === '') return
    const run = { text, ...runFormat(format) }
    const last = runs.at(-1)
    if (last && sameFormat(last, run)) last.text += text
    else runs.push(run)
  }
  walk(arrangePunctuation(outputs, locale.punctuationInQuote), (token, setting, outer) => {
    if (token.kind === 'text') add(token.text, setting.format)
    // A span with `display` is never quoted itself: `decorate` puts the quotation into it.
    else if (token.kind === 'open' && token.span.display && runs.length > 0) endWithSpace(runs)
    else if (token.span.quoted) add(quoteMark(locale, outer.quoteDepth, token.kind), setting.format)
  })
  return runs
}

/** Returns the fields of a run that differ from plain text; oblique text counts as italic. */
function runFormat(format: Formatting): Omit<CslRun, 'text'> {
  const align = format['vertical-align']
  return {
    ...(format['font-style'] !== 'normal' && { italic: true as const }),
    ...(format['font-weight'] === 'bold' && { bold: true as const }),
    ...(format['font-variant'] === 'small-caps' && { smallCaps: true as const }),
    ...(format['text-decoration'] === 'underline' && { underline: true as const }),
    ...(align === 'sup' && { raised: 'super' as const }),
    ...(align === 'sub' && { raised: 'sub' as const }),
  }
}

/** Returns whether two runs differ at most in their text; `runFormat` writes the fields always in the same order. */
const sameFormat = ({ text: _a, ...a }: CslRun, { text: _b, ...b }: CslRun): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** Ends the last run with a space, because a part of the entry follows that is a block of its own in print. */
function endWithSpace(runs: CslRun[]): void {
  const last = runs.at(-1)
  if (last && !/\s$/.test(last.text)) last.text += ' '
}

/** Returns a rendered text without typography. */
export function toText(outputs: readonly Output[], locale: Locale): string {
  return toRuns(outputs, locale)
    .map((run) => run.text)
    .join('')
}
