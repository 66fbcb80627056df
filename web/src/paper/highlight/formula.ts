import { greekLetters } from '@scinav/contract/greek'

/**
 * A part of a formula: characters in a row, or a sub- or superscript. Of `letters`, Latin and Greek ones are set in
 * italics; those of `upright` never are.
 */
export type FormulaPart =
  | { kind: 'letters' | 'upright'; text: string }
  | { kind: 'sub' | 'sup'; parts: FormulaPart[] }

/** Commands that stand for one character. */
const signs: Readonly<Record<string, string>> = {
  ...greekLetters,
  epsilon: 'ϵ',
  varepsilon: 'ε',
  vartheta: 'ϑ',
  phi: 'ϕ',
  varphi: 'φ',
  times: '×',
  cdot: '·',
  pm: '±',
  mp: '∓',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  ll: '≪',
  gg: '≫',
  neq: '≠',
  ne: '≠',
  approx: '≈',
  sim: '∼',
  simeq: '≃',
  equiv: '≡',
  propto: '∝',
  infty: '∞',
  to: '→',
  rightarrow: '→',
  leftarrow: '←',
  leftrightarrow: '↔',
  Rightarrow: '⇒',
  circ: '∘',
  degree: '°',
  ell: 'ℓ',
  hbar: 'ℏ',
  partial: '∂',
  nabla: '∇',
  sum: '∑',
  prod: '∏',
  int: '∫',
  in: '∈',
  subset: '⊂',
  cup: '∪',
  cap: '∩',
  emptyset: '∅',
  forall: '∀',
  exists: '∃',
  langle: '⟨',
  rangle: '⟩',
  otimes: '⊗',
  oplus: '⊕',
  dagger: '†',
  prime: '′',
  star: '⋆',
  ast: '∗',
  bullet: '•',
  ldots: '…',
  dots: '…',
  cdots: '⋯',
  quad: ' ',
  odot: '⊙',
}

/** Function names, which TeX sets upright. */
const functionNames = new Set('sin cos tan log ln exp lim max min det dim ker arg sup inf Pr'.split(' '))

/** Commands of which only the argument is shown; accents and most fonts are lost. */
const wrappers = new Set(
  'mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak text textbf textit textrm boldsymbol bm operatorname rm it bf vec hat bar tilde overline underline ce'.split(
    ' ',
  ),
)
/** Those of them whose argument is set upright. */
const upright = new Set('mathrm text textrm operatorname rm ce'.split(' '))

/**
 * Matches a command (`\alpha`, with the space that ends it), an escaped character (`\,`), a sign, or characters in a
 * row.
 */
const TOKEN = /\\(?<command>[A-Za-z]+) ?|\\(?<escaped>.)|(?<sign>[{}^_])|(?<word>[^\\{}^_]+)/gu

/** A piece of TeX: `\alpha`, `\{`, `^`, or other text. */
type Token = { kind: 'command' | 'escaped' | 'sign' | 'word'; text: string }

/**
 * Parses the small part of TeX that titles and abstracts use: sub- and superscripts, Greek letters, signs, fractions
 * and roots on one line (`\frac{a+b}{c}` → `(a+b)/c`). An unknown command is shown by its name, without a backslash,
 * and braces without a partner are ignored: no text fails to parse.
 */
export function parseFormula(tex: string): FormulaPart[] {
  const tokens = tokenize(tex)
  const parts: FormulaPart[] = []
  while (tokens.length > 0) {
    // An extra closing brace is dropped.
    parts.push(...parseSequence(tokens))
    tokens.shift()
  }
  return parts
}

/** Cuts TeX into tokens. */
function tokenize(tex: string): Token[] {
  return [...tex.matchAll(TOKEN)].map(({ groups = {}, 0: matched }) => {
    const { command, escaped, sign } = groups
    if (command !== undefined) return { kind: 'command', text: command }
    if (escaped !== undefined) return { kind: 'escaped', text: escaped }
    return { kind: sign === undefined ? 'word' : 'sign', text: matched }
  })
}

// The functions below take the tokens that they have parsed from the front of `tokens`.

/** Parses parts up to the closing brace of the group, which stays, or to the end. */
function parseSequence(tokens: Token[]): FormulaPart[] {
  const parts: FormulaPart[] = []
  for (let next = tokens[0]; next && next.text !== '}'; next = tokens[0]) parts.push(...parsePart(tokens))
  return parts
}

/** Takes the tokens of one part off the list and returns the part; [] at the end. */
function parsePart(tokens: Token[]): FormulaPart[] {
  const token = tokens.shift()
  if (!token) return []
  if (token.kind === 'command') return parseCommand(token.text, tokens)
  if (token.kind === 'escaped') return letters(SPACE_SIGN.test(token.text) ? ' ' : token.text)
  if (token.kind === 'word') return letters(token.text.replaceAll('~', ' '))
  if (token.text === '^') return [{ kind: 'sup', parts: parseArgument(tokens) }]
  if (token.text === '_') return [{ kind: 'sub', parts: parseArgument(tokens) }]
  const group = parseSequence(tokens)
  tokens.shift()
  return group
}

/** Matches the character after the backslash of a TeX space: `\,`. */
const SPACE_SIGN = /[,;:! ]/

/** Parses the argument of a script or a command: a group, or the next character. */
function parseArgument(tokens: Token[]): FormulaPart[] {
  const next = tokens[0]
  if (next?.kind !== 'word') return parsePart(tokens)
  const [first = '', ...rest] = [...next.text.trimStart()]
  if (rest.length === 0) tokens.shift()
  else next.text = rest.join('')
  return letters(first)
}

/** Returns the parts that a command makes, and takes its arguments off the list. */
function parseCommand(name: string, tokens: Token[]): FormulaPart[] {
  const sign = signs[name]
  if (sign) return letters(sign)
  if (name === 'left' || name === 'right') return []
  if (name === 'frac')
    return [...withBrackets(parseArgument(tokens)), ...letters('/'), ...withBrackets(parseArgument(tokens))]
  if (name === 'sqrt') return [...letters('√'), ...withBrackets(parseArgument(tokens))]
  if (!wrappers.has(name)) return [{ kind: 'upright', text: functionNames.has(name) ? `${name} ` : name }]
  const parts = parseArgument(tokens)
  return upright.has(name) ? parts.map(toUpright) : parts
}

/** Returns a text as a part of a formula. */
const letters = (text: string): FormulaPart[] => [{ kind: 'letters', text }]

/** Returns a part whose letters are not italic. */
const toUpright = (part: FormulaPart): FormulaPart =>
  part.kind === 'letters' ? { kind: 'upright', text: part.text } : part

/**
 * Adds brackets around a numerator or denominator of more than one character, because the fraction is set on one line.
 */
function withBrackets(parts: FormulaPart[]): FormulaPart[] {
  const [only] = parts
  const isSingle = parts.length === 1 && only && 'text' in only && [...only.text].length === 1
  return isSingle ? parts : [...letters('('), ...parts, ...letters(')')]
}

/** Returns the characters of a formula in a row, for names and titles without formatting. */
export function plainFormula(parts: readonly FormulaPart[]): string {
  return parts.map((part) => ('text' in part ? part.text : plainFormula(part.parts))).join('')
}
