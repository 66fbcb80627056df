/** Mark-up of publishers and registries (HTML, JATS, MathML) → the light mark-up that titles and abstracts keep. */

const LIGHT_TAGS: Readonly<Record<string, string>> = {
  i: 'i',
  em: 'i',
  italic: 'i',
  sub: 'sub',
  inf: 'sub',
  sup: 'sup',
}

const BLOCK_TAGS = new Set(
  'p br div sec title li list list-item ul ol dl dt dd tr td th table h1 h2 h3 h4 h5 h6 hr break disp-formula label'.split(
    ' ',
  ),
)
/** Tags that are dropped while what they hold stays; anything else in angle brackets is text. */
const INLINE_TAGS = new Set(
  'b bold strong u underline span font sc scp small big tt a ext-link xref uri named-content styled-content monospace roman overline strike s del ins abbr abstract body html inline-formula alternatives tex-math img graphic inline-graphic q cite code pre center blockquote math mi mn mo mrow msub msup msubsup mfrac msqrt mtext mspace mstyle mtable mtr mtd munder mover munderover mfenced semantics annotation'.split(
    ' ',
  ),
)
/** MathML: in which script the n-th child stands. */
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
  /** The light tag it stands for, or ''. */
  tag: string
  children: number
}

interface MarkupTag {
  closing: boolean
  prefix: string
  name: string
  empty: boolean
  length: number
}

/** A tag with attributes of the form `name=value`: `a<b and c>` is an inequality. A prefix has two letters, or is MathML's m. */
const TAG_PATTERN =
  /<(\/?)((?:m|[A-Za-z][\w.-]{1,20}):)?([A-Za-z][\w.-]{0,30})((?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*)(\s*\/?)>/y

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
 * Returns a test for variables in angle brackets: a tag of one letter that nothing closes and that stands where an
 * inequality has a variable (`k<i>j`, `x <b > 0`), not before the text of an element.
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

/** TeX in JATS may be a whole document around the formula. */
function extractFormula(tex: string): string {
  const body = /\\begin\{document\}([\s\S]*?)\\end\{document\}/.exec(tex)?.[1] ?? tex
  const bare = body.replace(/\$+/g, ' ').trim()
  return bare === '' ? '' : `$${bare}$`
}

/** What a tag becomes: the light tag of its own, or the script its MathML parent puts it in. */
function lightTagFor(tag: MarkupTag, parent: OpenTag | undefined): string {
  const own = tag.prefix === '' || tag.prefix === 'jats:' ? (LIGHT_TAGS[tag.name] ?? '') : ''
  return own || (parent ? (MATHML_SCRIPTS[parent.name]?.[parent.children - 1] ?? '') : '')
}

/** Where the text of an element goes on after its end tag; the end of the text where there is none. */
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

/** Writes the result: keeps light tags in balance whatever the source does. */
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
    // Nobody nests so deeply; what comes is text all the same.
    if (tag.empty || tag.name === 'br' || open.length > 50) return
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

/** A variable in angle brackets in a form that nobody takes for light mark-up. */
const escapeVariable = (variable: string): string => (variable === '<i>' ? '<i >' : variable)

/** The heading of an abstract that says that it is one. */
const ABSTRACT_HEADING = /<((?:jats:)?title)>\s*(?:abstract|summary|摘要)[.:：]?\s*<\/\1>/i

/** The end of a comment that begins here, -1 where none does; looks for each end once. */
function createCommentFinder(text: string): (at: number) => number {
  let none = false
  return (at) => {
    if (none || !text.startsWith('<!--', at)) return -1
    const end = text.indexOf('-->', at)
    none = end < 0
    return none ? -1 : end + 3
  }
}

/** Formulas whose TeX is used, or which TeX stands beside, are taken or left out whole. */
function isAtomicFormula(tag: MarkupTag, preferTex: boolean): boolean {
  return (
    !tag.closing &&
    (tag.name === 'tex-math' || tag.name === 'annotation' || (preferTex && tag.name === 'math'))
  )
}

/**
 * Reduces mark-up to `<sub> <sup> <i>` and `$…$`, balanced. Angle brackets that are no known tag (`p < 0.05`)
 * stay. References must be decoded before; one pass, linear in the length.
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
