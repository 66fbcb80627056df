/**
 * This module lists the LaTeX commands that bibliographies use; those for a single character are in `latex-symbols.ts`.
 */

/** Accent commands with their combining characters. */
export const ACCENT_COMMANDS = new Map(
  '` 300 \' 301 ^ 302 ~ 303 = 304 u 306 . 307 " 308 r 30a H 30b v 30c G 30f d 323 c 327 k 328 b 331 t 361'
    .split(/ (?=\S \d)/)
    .map((pair) => [pair[0] ?? '', String.fromCharCode(Number.parseInt(pair.slice(2), 16))]),
)

/** Commands whose argument is printed in italics, as superscript or as subscript, with the light tag. */
export const MARKUP_COMMANDS = new Map([
  ...'emph textit textsl mkbibemph mkbibitalic it itshape em sl'
    .split(' ')
    .map((name) => [name, 'i'] as const),
  ...'textsuperscript mkbibsuperscript sp'.split(' ').map((name) => [name, 'sup'] as const),
  ...'textsubscript sb'.split(' ').map((name) => [name, 'sub'] as const),
])

/** Commands that apply to the rest of their group; those for italics become markup, all others are dropped. */
export const FACE_SWITCHES = new Set(
  'it itshape em sl bf bfseries rm rmfamily tt ttfamily sf sffamily sc scshape normalfont upshape mdseries small large tiny footnotesize normalsize par newline noopsort relax protect ignorespaces'.split(
    ' ',
  ),
)

/** Commands of which only the second argument is text. */
export const SECOND_ARGUMENT_COMMANDS = new Set(['href', 'textcolor', 'foreignlanguage', 'texorpdfstring'])

/** Character sequences that represent another character. */
export const TEXT_LIGATURES: readonly (readonly [string, string])[] = [
  ['---', '—'],
  ['--', '–'],
  ['``', '“'],
  ["''", '”'],
  ['~', ' '],
]
