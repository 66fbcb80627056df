// Writes text with light markup: italics, lowered and raised text.
/** The light tag that replaces an element. */
export const LIGHT_TAGS: ReadonlyMap<string, string> = new Map([
  ['i', 'i'],
  ['em', 'i'],
  ['italic', 'i'],
  ['sub', 'sub'],
  ['inf', 'sub'],
  ['sup', 'sup'],
])

/** Elements that separate words; each tag is replaced by a space. */
export const BLOCK_TAGS = new Set(
  'p br div sec title li list list-item ul ol dl dt dd tr td th table h1 h2 h3 h4 h5 h6 hr break disp-formula label'.split(
    ' ',
  ),
)

/** A tag of a known element, as written in the text. */
export interface MarkupTag {
  /** Whether it is an end tag. */
  closing: boolean
  /** The namespace prefix with its colon, `jats:`; '' when there is none. */
  prefix: string
  /** In lower case. */
  name: string
  /** Whether it is an element without content: `<br/>`. */
  empty: boolean
  /** From `<` to `>`, both included, in UTF-16 units. */
  length: number
}

/** An element whose end tag has not been read yet. */
interface OpenTag {
  name: string
  /** The light tag that replaces it; '' when it is only dropped. */
  light: string
  /** Number of child elements so far. */
  children: number
}

/** While more elements than this are open, start tags are dropped; real text is never nested so deeply. */
const MAX_OPEN_TAGS = 50

/**
 * Returns a writer that keeps light tags balanced even if those of the source are not. It takes text and tags in their
 * order; `result` closes what is open and returns the text on one line.
 */
export function createMarkupWriter() {
  const open: OpenTag[] = []
  let out = ''
  const closeTop = (): void => {
    const top = open.pop()
    if (top?.light) out += `</${top.light}>`
    // A heading ends with a colon (`Methods: We …`), unless it already ends with a mark.
    if (top?.name === 'title' && /\S$/.test(out)) out += /[.:?!。：]$/.test(out) ? ' ' : ': '
  }
  const start = (tag: MarkupTag): void => {
    const parent = open.at(-1)
    if (parent) parent.children++
    if (BLOCK_TAGS.has(tag.name)) out += ' '
    // The second child of a fraction is its denominator.
    if (parent?.name === 'mfrac' && parent.children === 2) out += '/'
    if (tag.empty || tag.name === 'br' || open.length > MAX_OPEN_TAGS) return
    const light = lightTagFor(tag, parent)
    if (light) out += `<${light}>`
    open.push({ name: tag.name, light, children: 0 })
  }
  const end = (tag: MarkupTag): void => {
    const at = open.findLastIndex((candidate) => candidate.name === tag.name)
    // An end tag without a start tag is dropped; otherwise all elements inside the ended one end with it.
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
      const collapsed = out.replace(/\s+/g, ' ')
      const withoutEmpty = collapsed.replace(/<(i|sub|sup)>( ?)<\/\1>/g, '$2')
      // Moves spaces out of elements: `a<i> b </i>c` → `a <i>b</i> c`.
      return withoutEmpty.replace(/(<(?:i|sub|sup)>) /g, ' $1').replace(/ (<\/(?:i|sub|sup)>)/g, '$1 ')
    },
  }
}

/** The script of each child of a MathML element, in order; '' for normal text, such as the base of `msup`. */
const MATHML_SCRIPTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['msub', ['', 'sub']],
  ['msup', ['', 'sup']],
  ['msubsup', ['', 'sub', 'sup']],
  ['munder', ['', 'sub']],
  ['mover', ['', '']],
  ['munderover', ['', 'sub', 'sup']],
])

/**
 * Returns the light tag of an element, else the script that its MathML parent gives it; '' for neither. The children of
 * `parent` already include the element.
 */
function lightTagFor(tag: MarkupTag, parent: OpenTag | undefined): string {
  const light = tag.prefix === '' || tag.prefix === 'jats:' ? (LIGHT_TAGS.get(tag.name) ?? '') : ''
  if (light !== '' || !parent) return light
  return MATHML_SCRIPTS.get(parent.name)?.[parent.children - 1] ?? ''
}
