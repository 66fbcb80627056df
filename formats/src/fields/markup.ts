import { BLOCK_TAGS, createMarkupWriter, LIGHT_TAGS, type MarkupTag } from './markup-writer.ts'

/** Matches the heading of an abstract, which only states that it is one: `<title>Abstract</title>`. */
const ABSTRACT_HEADING = /<((?:jats:)?title)>\s*(?:abstract|summary|摘要)[.:：]?\s*<\/\1>/i

/**
 * Reduces markup to balanced `<sub> <sup> <i>` and `$…$` on one line, which is not trimmed:
 *
 * `<p>The <em>p53</em> gene, <b>p</b> < 0.05, CO<inf>2</p>` → ` The <i>p53</i> gene, p < 0.05, CO<sub>2</sub> `
 *
 * - Elements that separate words become a space; other known tags are dropped and their content is kept.
 * - Comments are omitted.
 * - Angle brackets that do not form a known tag (`p < 0.05`), and variables in them (`k<i>j`), are kept.
 * - Tags that are not closed are closed at the end; a formula in TeX or an annotation that is not closed takes the rest
 *   of the text.
 * - If the text has formulas in TeX, those in MathML, their duplicates, are omitted.
 * - The heading of an abstract (`<title>Abstract</title>`) is omitted; other headings end with a colon.
 *
 * Character references (`&lt;`) must be decoded before. Never throws. Takes one pass in linear time.
 */
export function toLightMarkup(source: string): string {
  const text = source.replace(ABSTRACT_HEADING, ' ')
  const lower = text.toLowerCase()
  const hasTex = /<(?:jats:)?tex-math/.test(lower)
  const afterComment = createCommentFinder(text)
  const isVariable = createVariableTest(text, lower)
  const writer = createMarkupWriter()
  const writeTag = (tag: MarkupTag, start: number): void => {
    if (isVariable(tag, start)) writer.text(escapeVariable(text.slice(start, start + tag.length)))
    else writer.tag(tag)
  }
  // Everything before this position has been written or omitted.
  let at = 0
  for (let bracket = text.indexOf('<'); bracket >= 0; bracket = text.indexOf('<', at)) {
    writer.text(text.slice(at, bracket))
    const tag = parseTagAt(text, bracket)
    at = bracket + (tag?.length ?? 1)
    if (!tag) {
      const commentEnd = afterComment(bracket)
      if (commentEnd < 0) writer.text('<')
      else at = commentEnd
    } else if (isAtomicFormula(tag, hasTex)) {
      const element = readElement(text, lower, tag, at)
      if (tag.name === 'tex-math') writer.text(extractFormula(element.content))
      at = element.end
    } else writeTag(tag, bracket)
  }
  writer.text(text.slice(at))
  return writer.result()
}

/**
 * Returns a function that takes a position and returns the one after the comment that starts there, -1 where none does
 * or it has no end; a missing end is searched for only once.
 */
function createCommentFinder(text: string): (at: number) => number {
  let hasNoMoreEnds = false
  return (at) => {
    if (hasNoMoreEnds || !text.startsWith('<!--', at)) return -1
    const end = text.indexOf('-->', at)
    hasNoMoreEnds = end < 0
    return hasNoMoreEnds ? -1 : end + '-->'.length
  }
}

/**
 * Returns a test for variables in angle brackets, which are placed like those of an inequality (`k<i>j`, `x <b > 0`),
 * not before the text of an element. A variable is a start tag of a single letter, without prefix and attributes, that
 * is not closed behind it and that
 *
 * - has spaces after the letter: `x <b > 0`;
 * - or follows a letter, a digit or `)`: `k<i>j`;
 * - or has spaces on both sides: `a <p> b`.
 *
 * The test takes a tag and the position of its `<`; `lower` is `text` in lower case.
 */
function createVariableTest(text: string, lower: string): (tag: MarkupTag, at: number) => boolean {
  const lastEndTags = new Map<string, number>()
  const isClosedAfter = (name: string, at: number): boolean => {
    const last = lastEndTags.get(name) ?? lower.lastIndexOf(`</${name}>`)
    lastEndTags.set(name, last)
    return last > at
  }
  return (tag, at) => {
    if (tag.closing || tag.prefix !== '' || tag.name.length > 1 || isClosedAfter(tag.name, at)) return false
    const end = at + tag.length
    const afterLetter = text.slice(at + '<x'.length, end - '>'.length)
    if (afterLetter !== '') return /^\s+$/.test(afterLetter)
    return followsOperand(text, at) || isBetweenBlanks(text, at, end)
  }
}

/** Returns whether the character before a position ends an operand: a letter, a digit or `)`. */
const followsOperand = (text: string, at: number): boolean => /[\p{L}\p{N})]/u.test(text[at - 1] ?? '')

/** Returns whether there is white space before `start` and at `end`, which is exclusive. */
const isBetweenBlanks = (text: string, start: number, end: number): boolean =>
  /\s/.test(text[start - 1] ?? '') && /\s/.test(text[end] ?? '')

/** Returns a variable in angle brackets in a form that is not mistaken for light markup: `<i>` → `<i >`. */
const escapeVariable = (variable: string): string => (variable === '<i>' ? '<i >' : variable)

/** Tags that are dropped while their content is kept; other text in angle brackets is not a tag. */
const INLINE_TAGS = new Set(
  'b bold strong u underline span font sc scp small big tt a ext-link xref uri named-content styled-content monospace roman overline strike s del ins abbr abstract body html inline-formula alternatives tex-math img graphic inline-graphic q cite code pre center blockquote math mi mn mo mrow msub msup msubsup mfrac msqrt mtext mspace mstyle mtable mtr mtd munder mover munderover mfenced semantics annotation'.split(
    ' ',
  ),
)

/**
 * Matches a tag, of which it captures the `/` of an end tag, the prefix, the name, and what follows the attributes:
 * `<jats:p id="1"/>` gives '', `jats:`, `p`, `/`. Attributes have the form `name=value`, since `a<b and c>` is an
 * inequality. A prefix has at least two characters, or is MathML's m.
 */
const TAG_PATTERN =
  /<(\/?)((?:m|[A-Za-z][\w.-]{1,20}):)?([A-Za-z][\w.-]{0,30})(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*(\s*\/?)>/y

/**
 * Parses the tag at a position; null where there is none, or one of an unknown element. An element with a prefix counts
 * as known.
 */
function parseTagAt(text: string, at: number): MarkupTag | null {
  TAG_PATTERN.lastIndex = at
  const found = TAG_PATTERN.exec(text)
  if (!found) return null
  const [whole, slash, prefix = '', writtenName = '', ending = ''] = found
  const name = writtenName.toLowerCase()
  const isKnown = prefix !== '' || LIGHT_TAGS.has(name) || BLOCK_TAGS.has(name) || INLINE_TAGS.has(name)
  if (!isKnown) return null
  return { closing: slash === '/', prefix, name, empty: ending.endsWith('/'), length: whole.length }
}

/**
 * Returns whether an element is used or omitted as a whole: TeX formulas, annotations, and MathML for which TeX is
 * available.
 */
function isAtomicFormula(tag: MarkupTag, hasTex: boolean): boolean {
  return (
    !tag.closing && (tag.name === 'tex-math' || tag.name === 'annotation' || (hasTex && tag.name === 'math'))
  )
}

/**
 * Returns the content, from the position `from`, of the element that a tag starts, and the position after its end tag.
 * Without an end tag both reach to the end of the text.
 */
function readElement(
  text: string,
  lower: string,
  tag: MarkupTag,
  from: number,
): { content: string; end: number } {
  const endTag = `</${tag.prefix.toLowerCase()}${tag.name}>`
  const at = lower.indexOf(endTag, from)
  return at < 0
    ? { content: text.slice(from), end: text.length }
    : { content: text.slice(from, at), end: at + endTag.length }
}

/** Returns a formula, `$x^2$`, from TeX, which in JATS may be a whole document around it; '' when it is empty. */
function extractFormula(tex: string): string {
  const body = /\\begin\{document\}([\s\S]*?)\\end\{document\}/.exec(tex)?.[1] ?? tex
  const bare = body.replace(/\$+/g, ' ').trim()
  return bare === '' ? '' : `$${bare}$`
}
