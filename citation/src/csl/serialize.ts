// Prints a rendered text: as HTML in the form of CSL's test suite, as runs for DOCX, or as plain text. All three move
// punctuation and put in the quotation marks of the locale.
import type { Locale } from './locale.ts'
import type { Output, Span } from './output.ts'
import { arrangePunctuation, type Token } from './punctuation.ts'

const DISPLAY_HTML: Record<string, [open: string, close: string]> = {
  block: ['\n\n    <div class="csl-block">', '</div>\n'],
  'left-margin': ['\n    <div class="csl-left-margin">', '</div>'],
  'right-inline': ['<div class="csl-right-inline">', '</div>\n  '],
  indent: ['<div class="csl-indent">', '</div>\n  '],
}

/** Returns a rendered text as HTML, as the test suite of CSL prints it. */
export function toHtml(outputs: readonly Output[], locale: Locale): string {
  let html = ''
  walk(arrangePunctuation(outputs, locale.punctuationInQuote), (token, _, outer) => {
    if (token.kind === 'text') {
      html += escapeHtml(token.text)
      return
    }
    const { span } = token
    const tags = changesOf(span, outer).map(htmlTag)
    const display = span.display ? DISPLAY_HTML[span.display] : undefined
    const quote = span.quoted ? escapeHtml(quoteMark(locale, outer.quoteDepth, token.kind)) : ''
    if (token.kind === 'open') html += (display?.[0] ?? '') + tags.map(([open]) => open).join('') + quote
    else
      html +=
        quote +
        tags
          .toReversed()
          .map(([, close]) => close)
          .join('') +
        (display?.[1] ?? '')
  })
  return html
}

const FORMAT_NAMES = [
  'font-style',
  'font-variant',
  'font-weight',
  'text-decoration',
  'vertical-align',
] as const

type FormatName = (typeof FORMAT_NAMES)[number]

/** The typography at a point of a text. */
interface Setting {
  format: Record<FormatName, string>
  /** Number of quotations around the point, which decides the marks of the next one. */
  quoteDepth: number
}

/** The value of each attribute in plain text. */
const NORMAL: Record<FormatName, string> = {
  'font-style': 'normal',
  'font-variant': 'normal',
  'font-weight': 'normal',
  'text-decoration': 'none',
  'vertical-align': 'baseline',
}

const PLAIN_SETTING: Setting = { format: { ...NORMAL }, quoteDepth: 0 }

/** Visits the tokens in order with the setting inside and outside of the span that they begin or end. */
export function walk(
  tokens: readonly Token[],
  visit: (token: Token, setting: Setting, outer: Setting) => void,
): void {
  const stack: Setting[] = [PLAIN_SETTING]
  for (const token of tokens) {
    const current = stack.at(-1) ?? PLAIN_SETTING
    if (token.kind === 'open') {
      const inner = enterSpan(current, token.span)
      stack.push(inner)
      visit(token, inner, current)
    } else if (token.kind === 'close') {
      stack.pop()
      visit(token, current, stack.at(-1) ?? PLAIN_SETTING)
    } else visit(token, current, current)
  }
}

/** Returns the setting inside a span. */
function enterSpan(setting: Setting, span: Span): Setting {
  const format = { ...setting.format }
  for (const [name, value] of changesOf(span, setting)) format[name] = value
  return { format, quoteDepth: setting.quoteDepth + (span.quoted ? 1 : 0) }
}

/** A change of typography by a span: attribute and value. */
type Change = readonly [name: FormatName, value: string]

/**
 * Returns the attributes that a span changes. A span that `flips`, which comes from markup in the data, turns off what
 * is on already: with a title in italics, the species in `Genes of <i>E. coli</i>` is upright.
 */
function changesOf(span: Span, setting: Setting): Change[] {
  const { format } = span
  if (!format) return []
  return FORMAT_NAMES.flatMap((name): Change[] => {
    const value = format[name]
    if (value === undefined) return []
    if (value !== setting.format[name]) return [[name, value]]
    // The typography is on already.
    return span.flips ? [[name, NORMAL[name]]] : []
  })
}

const ESCAPES: Record<string, string> = { '&': '&#38;', '<': '&#60;', '>': '&#62;' }

/** Raised letters of Unicode that HTML prints as raised ordinary ones. */
const RAISED_LETTERS: Record<string, string> = {
  ª: 'a',
  '²': '2',
  '³': '3',
  '¹': '1',
  º: 'o',
  ʰ: 'h',
  ʳ: 'r',
  ˢ: 's',
  ᵃ: 'a',
  ᵇ: 'b',
  ᵈ: 'd',
  ᵉ: 'e',
  ᵍ: 'g',
  ᵐ: 'm',
  ᵒ: 'o',
  ᵗ: 't',
}

/** Escapes a text for HTML; raised letters of Unicode become ordinary ones in `<sup>`. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>ª²³¹ºʰʳˢᵃᵇᵈᵉᵍᵐᵒᵗ]/g, (sign) => {
    const raised = RAISED_LETTERS[sign]
    return raised === undefined ? (ESCAPES[sign] ?? sign) : `<sup>${raised}</sup>`
  })

const SPAN_CLOSE = '</span>'

/** Returns the tags of a change as the test suite of CSL prints them. */
function htmlTag([name, value]: Change): [open: string, close: string] {
  if (name === 'font-style' && value === 'italic') return ['<i>', '</i>']
  if (name === 'font-style' && value === 'oblique') return ['<em>', '</em>']
  if (name === 'font-weight' && value === 'bold') return ['<b>', '</b>']
  if (name === 'vertical-align' && value === 'sup') return ['<sup>', '</sup>']
  if (name === 'vertical-align' && value === 'sub') return ['<sub>', '</sub>']
  // The test suite prints a baseline like this, although it is not valid CSS.
  if (name === 'vertical-align') return ['<span style="baseline">', SPAN_CLOSE]
  return [`<span style="${name}:${value};">`, SPAN_CLOSE]
}

/** Returns the quotation mark of a locale; outer and inner ones alternate by depth. */
export function quoteMark(locale: Locale, depth: number, side: 'open' | 'close'): string {
  return (
    locale.term(depth % 2 === 0 ? `${side}-quote` : `${side}-inner-quote`) ?? (side === 'open' ? '“' : '”')
  )
}
