// Reduces the markup of publishers and registries (HTML, JATS, MathML) to the light markup of works.
/** The light tag that replaces an element. */
const LIGHT_TAGS: Readonly<Record<string, string>> = {
  i: 'i',
  em: 'i',
  italic: 'i',
  sub: 'sub',
  inf: 'sub',
  sup: 'sup',
}

/** Elements that separate words; each is replaced by a blank. */
const BLOCK_TAGS = new Set(
  'p br div sec title li list list-item ul ol dl dt dd tr td th table h1 h2 h3 h4 h5 h6 hr break disp-formula label'.split(
    ' ',
  ),
)
/** Tags that are dropped while their content is kept; other text in angle brackets is not a tag. */
const INLINE_TAGS = new Set(
  'b bold strong u underline span font sc scp small big tt a ext-link xref uri named-content styled-content monospace roman overline strike s del ins abbr abstract body html inline-formula alternatives tex-math img graphic inline-graphic q cite code pre center blockquote math mi mn mo mrow msub msup msubsup mfrac msqrt mtext mspace mstyle mtable mtr mtd munder mover munderover mfenced semantics annotation'.split(
    ' ',
  ),
)
/** The script of each child of a MathML element, in order; '' for normal text. */
const MATHML_SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  msub: ['', 'sub'],
  msup: ['', 'sup'],
  msubsup: ['', 'sub', 'sup'],
  munder: ['', 'sub'],
  mover: ['', ''],
  munderover: ['', 'sub', 'sup'],
}

interface OpenTag {
  name: string
  /** The light tag that replaces it, or ''. */
  tag: string
  /** Number of child elements so far. */
  children: number
}

interface MarkupTag {
  /** Whether it is an end tag. */
  closing: boolean
  /** With its colon, `jats:`, or ''. */
  prefix: string
  /** In lower case. */
  name: string
  /** Whether it is an element without content: `<br/>`. */
  empty: boolean
  /** In characters. */
  length: number
}

/**
 * A tag with attributes of the form `name=value`, since `a<b and c>` is an inequality. A prefix has at least two
 * letters, or is MathML's m.
 */
const TAG_PATTERN =
  /<(\/?)((?:m|[A-Za-z][\w.-]{1,20}):)?([A-Za-z][\w.-]{0,30})((?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*)(\s*\/?)>/y

/** Parses the tag at a position; null where there is none, or one of an unknown element. */
function parseTagAt(text: string, at: number): MarkupTag | null {
  TAG_PATTERN.lastIndex = at
  const found = TAG_PATTERN.exec(text)
  if (!found) return null
  const name = (found[3] ?? '').toLowerCase()
  const prefix = found[2] ?? ''
  const known = prefix !== '' || name in LIGHT_TAGS || BLOCK_TAGS.has(name) || INLINE_TAGS.has(name)
  if (!known) return null
  return {
    closing: found[1] === '/',
    prefix,
    name,
    empty: found[5]?.endsWith('/') ?? false,
    length: found[0].length,
  }
}

/**
 * Returns a test for variables in angle brackets: a tag of one letter that is never closed and is placed like a
 * variable in an inequality (`k<i>j`, `x <b > 0`), not before the text of an element.
 */
function createVariableTest(text: string, lower: string): (tag: MarkupTag, at: number) => boolean {
  const closings = new Map<string, number>()
  const lastClosing = (name: string): number => {
    const known = closings.get(name) ?? lower.lastIndexOf(`</${name}>`)
    closings.set(name, known)
    return known
  }
  return (tag, at) => {
    if (tag.closing || tag.prefix !== '' || tag.name.length > 1 || lastClosing(tag.name) > at) return false
    const inner = text.slice(at + 2, at + tag.length - 1)
    if (inner !== '' && !/^\s+$/.test(inner)) return false
    const [before = '', after = ''] = [text[at - 1], text[at + tag.length]]
    return inner !== '' || /[\p{L}\p{N})]/u.test(before) || (/\s/.test(before) && /\s/.test(after))
  }
}

/** Returns a formula from TeX, which in JATS may be a whole document around it. */
function extractFormula(tex: string): string {
  const body = /\\begin\{document\}([\s\S]*?)\\end\{document\}/.exec(tex)?.[1] ?? tex
  const bare = body.replace(/\$+/g, ' ').trim()
  return bare === '' ? '' : `$${bare}$`
}

/** Returns the light tag of an element, or the script that its MathML parent gives it. */
function lightTagFor(tag: MarkupTag, parent: OpenTag | undefined): string {
  const own = tag.prefix === '' || tag.prefix === 'jats:' ? (LIGHT_TAGS[tag.name] ?? '') : ''
  return own || (parent ? (MATHML_SCRIPTS[parent.name]?.[parent.children - 1] ?? '') : '')
}

/**
 * Returns the content of an element and the position after its end tag, which is the end of the text if there is none.
 */
function skipElement(
  text: string,
  lower: string,
  tag: MarkupTag,
  from: number,
): { inner: string; next: number } {
  const close = `</${tag.prefix.toLowerCase()}${tag.name}>`
  const at = lower.indexOf(close, from)
  return at < 0
    ? { inner: text.slice(from), next: text.length }
    : { inner: text.slice(from, at), next: at + close.length }
}

const MAX_OPEN_TAGS = 50

/** Returns a writer that keeps light tags balanced even if those of the source are not. */
function createMarkupWriter() {
  const open: OpenTag[] = []
  let out = ''
  const closeTop = (): void => {
    const top = open.pop()
    if (top?.tag) out += `</${top.tag}>`
    if (top?.name === 'title' && /\S$/.test(out)) out += /[.:?!。：]$/.test(out) ? ' ' : ': '
  }
  const start = (tag: MarkupTag): void => {
    const parent = open.at(-1)
    if (parent) parent.children++
    if (BLOCK_TAGS.has(tag.name)) out += ' '
    if (parent?.name === 'mfrac' && parent.children === 2) out += '/'
    // Deeper nesting does not occur in real text; the tag is dropped and its text kept.
    if (tag.empty || tag.name === 'br' || open.length > MAX_OPEN_TAGS) return
    const light = lightTagFor(tag, parent)
    if (light) out += `<${light}>`
    open.push({ name: tag.name, tag: light, children: 0 })
  }
  const end = (tag: MarkupTag): void => {
    const at = open.findLastIndex((each) => each.name === tag.name)
    if (at < 0) return
    while (open.length > at) closeTop()
    if (BLOCK_TAGS.has(tag.name)) out += ' '
  }
  return {
    text(part: string): void {
      out += part
    },
    tag(tag: MarkupTag): void {
      if (tag.closing) end(tag)
      else start(tag)
    },
    result(): string {
      while (open.length > 0) closeTop()
      return out
        .replace(/\s+/g, ' ')
        .replace(/<(i|sub|sup)>( ?)<\/\1>/g, '$2')
        .replace(/(<(?:i|sub|sup)>) /g, ' $1')
        .replace(/ (<\/(?:i|sub|sup)>)/g, '$1 ')
    },
  }
}

/** Returns a variable in angle brackets in a form that is not mistaken for light markup. */
const escapeVariable = (variable: string): string => (variable === '<i>' ? '<i >' : variable)

/** The heading of an abstract, which only states that it is one. */
const ABSTRACT_HEADING = /<((?:jats:)?title)>\s*(?:abstract|summary|摘要)[.:：]?\s*<\/\1>/i

/**
 * Returns a function that finds the end of a comment at a position, -1 where there is none; a missing end is searched
 * for only once.
 */
function createCommentFinder(text: string): (at: number) => number {
  let none = false
  return (at) => {
    if (none || !text.startsWith('<!--', at)) return -1
    const end = text.indexOf('-->', at)
    none = end < 0
    return none ? -1 : end + 3
  }
}

/**
 * Returns whether an element is used or omitted as a whole: TeX formulas, annotations, and MathML for which TeX is
 * available.
 */
function isAtomicFormula(tag: MarkupTag, preferTex: boolean): boolean {
  return (
    !tag.closing &&
    (tag.name === 'tex-math' || tag.name === 'annotation' || (preferTex && tag.name === 'math'))
  )
}

/**
 * Reduces markup to balanced `<sub> <sup> <i>` and `$…$`. Angle brackets that do not form a known tag (`p < 0.05`) are
 * kept. Character references must be decoded before. Takes one pass in linear time.
 */
export function toLightMarkup(source: string): string {
  const text = source.replace(ABSTRACT_HEADING, ' ')
  const lower = text.toLowerCase()
  const preferTex = /<(?:jats:)?tex-math/.test(lower)
  const afterComment = createCommentFinder(text)
  const isVariable = createVariableTest(text, lower)
  const out = createMarkupWriter()
  const tagOrText = (tag: MarkupTag, at: number): void => {
    if (isVariable(tag, at)) out.text(escapeVariable(text.slice(at, at + tag.length)))
    else out.tag(tag)
  }
  let at = 0
  for (let next = text.indexOf('<'); next >= 0; next = text.indexOf('<', at)) {
    out.text(text.slice(at, next))
    const tag = parseTagAt(text, next)
    at = next + (tag?.length ?? 1)
    if (!tag) {
      const comment = afterComment(next)
      if (comment < 0) out.text('<')
      else at = comment
    } else if (isAtomicFormula(tag, preferTex)) {
      const element = skipElement(text, lower, tag, at)
      if (tag.name === 'tex-math') out.text(extractFormula(element.inner))
      at = element.next
    } else tagOrText(tag, next)
  }
  out.text(text.slice(at))
  return out.result()
}
