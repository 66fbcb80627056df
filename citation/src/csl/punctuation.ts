import { isEmpty, type Output, type Span } from './output.ts'

/** A rendered text in order of printing: texts, and where spans begin and end. */
export type Token =
  | { kind: 'text'; text: string; isVerbatim?: boolean }
  | { kind: 'open'; span: Span }
  | { kind: 'close'; span: Span }

/**
 * Puts a rendered text in order of printing. Marks of adjacent parts that repeat each other are merged. With
 * `punctuationInQuote`, an option of the locale, full stops and commas move inside quotation marks. Every `open` token
 * has its `close`; some texts may be empty.
 */
export function arrangePunctuation(outputs: readonly Output[], punctuationInQuote: boolean): Token[] {
  const tokens: Token[] = []
  for (const output of outputs) flatten(output, tokens)
  if (punctuationInQuote) moveIntoQuotes(tokens)
  mergeMarks(tokens)
  trimBlockEnds(tokens)
  return tokens
}

/** Appends the tokens of an output; spans without typography leave no tokens of their own. */
function flatten(output: Output, tokens: Token[]): void {
  if (typeof output === 'string') {
    if (output !== '') tokens.push({ kind: 'text', text: output })
    return
  }
  if (isEmpty(output)) return
  const isMarked = output.format || output.quoted || output.display
  if (isMarked) tokens.push({ kind: 'open', span: output })
  for (const child of output.children) {
    if (output.verbatim && typeof child === 'string')
      tokens.push({ kind: 'text', text: child, isVerbatim: true })
    else flatten(child, tokens)
  }
  if (isMarked) tokens.push({ kind: 'close', span: output })
}

/**
 * Which of two marks that meet is kept, by the pair in its order: `?.` keeps the question mark. Pairs that are not
 * listed keep both.
 */
const MEETING_MARKS: Record<string, 'first' | 'second'> = {
  '::': 'first',
  ';:': 'first',
  '!:': 'first',
  '?:': 'first',
  ':.': 'first',
  '..': 'first',
  ';.': 'first',
  '!.': 'first',
  '?.': 'first',
  ';;': 'first',
  ':!': 'second',
  ';!': 'second',
  '!!': 'first',
  ':?': 'second',
  ';?': 'second',
  '??': 'first',
  ',,': 'first',
  '  ': 'first',
  '。.': 'first',
  '.。': 'second',
  '。。': 'first',
  '，，': 'first',
  '；；': 'first',
}

/** Moves a full stop or comma that follows a closing quotation mark in front of it. */
function moveIntoQuotes(tokens: Token[]): void {
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at]
    if (token?.kind !== 'close' || !token.span.quoted) continue
    const next = followingText(tokens, at)
    const mark = next?.text[0]
    if (!next || (mark !== '.' && mark !== ',')) continue
    next.text = next.text.slice(1)
    const before = textBefore(tokens, at)
    // A mark that the quotation itself ends with may stand for both.
    const kept = before && MEETING_MARKS[before.text.slice(-1) + mark]
    if (kept !== 'first') tokens.splice(at, 0, { kind: 'text', text: mark })
  }
}

type TextToken = Extract<Token, { kind: 'text' }>

/** Returns the text after a closing quotation mark, past the borders of spans; undefined for text that must stay. */
function followingText(tokens: readonly Token[], at: number): TextToken | undefined {
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i]
    if (token?.kind === 'text') {
      if (token.text !== '') return token.isVerbatim ? undefined : token
    } else if (token?.span.display) return undefined
  }
  return undefined
}

/** Returns the last non-empty text before a token; undefined across the border of a block. */
function textBefore(tokens: readonly Token[], at: number): TextToken | undefined {
  for (let i = at - 1; i >= 0; i--) {
    const token = tokens[i]
    if (token?.kind === 'text' && token.text !== '') return token
    if (token?.kind !== 'text' && token?.span.display) return undefined
  }
  return undefined
}

/** Removes one of two marks that meet where one text ends and the next begins in the same block; changes the tokens. */
function mergeMarks(tokens: readonly Token[]): void {
  let previous: TextToken | undefined
  for (const token of tokens) {
    if (token.kind !== 'text' || token.text === '') {
      if (token.kind !== 'text' && token.span.display) previous = undefined
      continue
    }
    if (previous) mergePair(previous, token)
    if (token.text !== '') previous = token
  }
}

/** Merges the end of a text with the beginning of the next, as long as their marks meet; changes both tokens. */
function mergePair(previous: TextToken, token: TextToken): void {
  // Every round shortens one of the texts.
  for (;;) {
    const kept = MEETING_MARKS[previous.text.slice(-1) + token.text.slice(0, 1)]
    if (kept === undefined) return
    if (kept === 'second') {
      previous.text = previous.text.slice(0, -1)
      return
    }
    token.text = token.text.slice(1)
  }
}

/** Moves spaces at the end of a block of text (`right-inline`, beside a number in the margin) behind the block. */
function trimBlockEnds(tokens: Token[]): void {
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at]
    if (token?.kind !== 'close' || token.span.display !== 'right-inline') continue
    const last = textBefore(tokens, at)
    const trimmed = last?.text.trimEnd()
    if (!last || trimmed === undefined || trimmed === last.text) continue
    tokens.splice(at + 1, 0, { kind: 'text', text: last.text.slice(trimmed.length) })
    last.text = trimmed
  }
}
