import type { Display, Formatting } from './style-tree.ts'

/** A part of a rendered text: plain text, or parts that share typography. */
export type Output = string | Span

/** A part of the output with properties for all of it. */
export interface Span {
  children: Output[]
  format?: Formatting
  /** Markup of the data, which undoes the same typography around it: italics in an italic title become upright. */
  flips?: true
  /** Set in quotation marks, outer or inner ones by depth. */
  quoted?: true
  display?: Display
  /** A term of the locale, which is capitalized at the beginning of a note. */
  term?: true
  /** Letter case is kept. */
  keepsCase?: true
  /** The names at the start of an entry, which `subsequent-author-substitute` replaces. */
  names?: NamesMark
  /** Text after a quotation in the same field: its punctuation is not moved into the quotation marks before it. */
  verbatim?: true
  /** One name of a list. */
  person?: true
}

/** Identifies the persons of a span of names, to compare them with those of the entry before. */
export interface NamesMark {
  /** One key per name, equal for equal persons. */
  keys: string[]
}

/** Returns whether an output contains no text; the marks of an empty quotation do not count. */
export function isEmpty(output: Output): boolean {
  return typeof output === 'string' ? output === '' : output.children.every(isEmpty)
}

/** Returns the text of an output without typography; quotation marks are straight ones. */
export function outputText(output: Output | readonly Output[] | undefined): string {
  if (output === undefined) return ''
  if (typeof output === 'string') return output
  if ('children' in output) {
    const text = output.children.map(outputText).join('')
    return output.quoted ? `"${text}"` : text
  }
  return output.map((part) => outputText(part)).join('')
}

/** Returns the first span of names, in order of printing. */
export function findNamesSpan(outputs: readonly Output[]): Span | undefined {
  for (const output of outputs) {
    if (typeof output === 'string') continue
    const found = output.names ? output : findNamesSpan(output.children)
    if (found) return found
  }
  return undefined
}

/** Applies a function to every text of an output. */
export function mapText(output: Output, change: (text: string) => string): Output {
  return typeof output === 'string'
    ? change(output)
    : { ...output, children: output.children.map((child) => mapText(child, change)) }
}

/** Joins outputs with a delimiter between those that print something. */
export function joinOutputs(outputs: readonly Output[], delimiter: string): Output[] {
  const present = outputs.filter((output) => !isEmpty(output))
  if (delimiter === '') return present
  return present.flatMap((output, at) => (at === 0 ? [output] : [delimiter, output]))
}
