import { greekLetters } from '@scinav/contract/greek'

/**
 * A plain text with the offset of each of its units in the original; `sources` is null when the offsets are equal or
 * were not requested.
 */
export interface StrippedText {
  text: string
  sources: Int32Array | null
}

/** Greek letters by the names of their entities and commands. */
const greek = new Map(Object.entries({ ...greekLetters, varepsilon: 'ε', varphi: 'φ' }))
/** Characters by the names of their entities. */
const entities = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    ndash: '–',
    mdash: '—',
  }),
)

/** Tags that are removed, and tags that a space replaces, as alternatives of a pattern. */
const inlineTag = 'sub|sup|inf|i|b|u|em|strong|sc|scp|tt|font|small|span|italic|bold|mml:[a-z]+'
const blockTag = 'p|br|div|title|sec|li|ul|ol|tr|td|jats:[a-z]+'
/** Matches a tag (`<sub>`, `</p>`), an entity (`&beta;`, `&#946;`), a LaTeX command (`\\beta`) or a sign of LaTeX. */
const MARKUP_PIECE = new RegExp(
  [
    `(?<inline></?(?:${inlineTag})(?:\\s[^<>]{0,200})?/?>)`,
    `(?<block></?(?:${blockTag})(?:\\s[^<>]{0,200})?/?>)`,
    '&(?:(?<entity>[a-z]{2,6})|#(?<code>\\d{2,6})|#x(?<hex>[\\da-f]{2,5}));',
    '\\\\(?<command>[a-z]+)',
    '(?<sign>[{}$\\\\])',
  ].join('|'),
  'gi',
)

/** Removes light mark-up from a text: HTML and JATS tags, character entities, LaTeX's $, braces and commands. */
export function textWithoutMarkup(text: string): string {
  return stripMarkup(text, false).text
}

/**
 * Removes mark-up and, with `mapped`, records the offsets in the original. `H<sub>2</sub>O` → `H2O`, `$\beta$-catenin`
 * → `β-catenin`, `$O(n^2)$` → `O(n^2)`.
 */
export function stripMarkup(text: string, mapped: boolean): StrippedText {
  if (!/[<&$\\]|[_^]\{/.test(text)) return { text, sources: null }
  const isLatex = /\\[a-z]|[_^]\{|\$[^\s$]/i.test(text)
  const sources = mapped ? new Int32Array(text.length) : null
  let plain = ''
  let from = 0
  const copyUntil = (end: number) => {
    if (sources) for (let i = from; i < end; i++) sources[plain.length + i - from] = i
    plain += text.slice(from, end)
  }
  for (const piece of text.matchAll(MARKUP_PIECE)) {
    const replacement = replacePiece(piece, isLatex)
    if (replacement === null) continue
    copyUntil(piece.index)
    if (sources) sources.fill(piece.index, plain.length, plain.length + replacement.length)
    plain += replacement
    from = piece.index + piece[0].length
  }
  copyUntil(text.length)
  return { text: plain, sources: sources?.subarray(0, plain.length) ?? null }
}

/**
 * Returns the replacement of a piece of mark-up, which is never longer; null when the piece is not mark-up.
 *
 * @param isLatex whether the text contains LaTeX, where braces, backslashes and `$` are mark-up
 */
function replacePiece(piece: RegExpExecArray, isLatex: boolean): string | null {
  const { inline, block, entity, code, hex, command, sign } = piece.groups ?? {}
  if (inline) return ''
  if (block) return ' '
  if (entity) return entities.get(entity.toLowerCase()) ?? greek.get(entity.toLowerCase()) ?? null
  if (code) return codeCharacter(Number.parseInt(code, 10))
  if (hex) return codeCharacter(Number.parseInt(hex, 16))
  if (!isLatex) return null
  if (command) return replaceCommand(command, piece)
  return sign === '$' && isPrice(piece) ? null : ''
}

/** Returns the character of a numeric entity; null for controls and for what is not one UTF-16 unit. */
function codeCharacter(code: number): string | null {
  return code >= 0x20 && code <= 0xffff ? String.fromCharCode(code) : null
}

/** Removes commands that format what follows (\mathcal{O}) and turns others (\log) into words. */
function replaceCommand(command: string, piece: RegExpExecArray): string {
  const letter = greek.get(command.toLowerCase())
  if (letter !== undefined) return letter
  const next = piece.input.charAt(piece.index + piece[0].length)
  if (next === '{' || /^(?:rm|bf|it|cal|left|right|displaystyle)$/.test(command)) return ''
  return ` ${command}`
}

/** Maximum length of a price with its `$`, exclusive. */
const MAX_PRICE_CHARS = 20

/** Returns whether a $ begins a price: a number that ends at a space instead of at the end of a formula. */
function isPrice(piece: RegExpExecArray): boolean {
  return /^\d[\d.,]*(?:\s|$)/.test(piece.input.slice(piece.index + 1, piece.index + MAX_PRICE_CHARS))
}
