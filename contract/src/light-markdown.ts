// Makes Markdown safe to parse: a parser may need time that grows with the square of the length or worse. The weight of
// each block, its signs, containers and the like, is counted, and blocks over the limits are replaced by plain text.

/**
 * Matches a character that starts inline constructs of Markdown; parsing time grows with the square of their number.
 */
const MARKDOWN_SIGNS = /[*_~`[\]<&$!@|]/g
/** Matches a word of 500 or more characters in which an e-mail address could start after every dot: `a.b.c.…`. */
const LONG_WORD = /(?<![-.\w+])[-.\w+]{500}/
/** Matches a line that turns the line above into a heading: `=====`. */
const UNDERLINE = /^\s*(?:=+|-+)\s*$/

/**
 * Limits of a whole document; text beyond them is shown as plain text. Containers are quotes and list items, which nest
 * within each other on a line, and lists also by indentation.
 */
const DOCUMENT_LIMITS = { lines: 1_200, signs: 2_000, containers: 300, underlines: 100 }
/** Limits of a paragraph, or another part between empty lines. */
const BLOCK_LIMITS = { signs: 300 }
/** Limits of a line; `indentation` is in characters. */
const LINE_LIMITS = { containers: 6, indentation: 24 }

/**
 * Matches a line that starts code, three or more backticks or tildes (captured first), or a display formula, two or
 * more dollars (captured second).
 */
const FENCE = /^(`{3,}(?!`)|~{3,}(?!~))(?!.*`)|^(\${2,})[^$]*$/
/** Matches a fence within a list item or a quote. */
const NESTED_FENCE = /^[\s>*+\-\d.)]+(?:`{3}|~{3}|\$\$)/

/**
 * Code point of the first placeholder. Each placeholder represents the ASCII character of the same offset; the code
 * points are for private use and occur in no ordinary text.
 */
const FIRST_PLACEHOLDER = 0x10_f000
/** Matches a placeholder. */
const PLACEHOLDER = /[\u{10F000}-\u{10F07F}]/gu
const NEWLINE = '\n'
/** What each ASCII character becomes in masked text: a placeholder for line breaks and punctuation, else itself. */
const PLACEHOLDERS = Array.from({ length: 0x7f }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[\n!-/:-@[-`{-~]/.test(sign) ? String.fromCodePoint(FIRST_PLACEHOLDER + code) : sign
})

/**
 * Returns Markdown that a parser reads in time linear in its length.
 *
 * Parts that would take longer (hundreds of markup characters in one paragraph, endlessly nested quotes) are masked
 * with placeholders, which `lightMarkdownPlugin` turns back into plain text. Ordinary text is not changed.
 */
export function lightMarkdown(markdown: string): string {
  const total = { lines: 0, signs: 0, containers: 0, underlines: 0 }
  const lines = markdown.replace(PLACEHOLDER, '').split(/\r\n|\r|\n/)
  const light: string[] = []
  // The block that holds the line after the last allowed one determines where the masked rest starts.
  for (const { lines: blockLines, isText } of splitBlocks(lines.slice(0, DOCUMENT_LIMITS.lines + 1))) {
    const before = total.lines
    total.lines += blockLines.length
    if (total.lines > DOCUMENT_LIMITS.lines) return [...light, '', maskMarkup(lines.slice(before))].join('\n')
    const block = isText ? blockLines.map(limitIndentation) : blockLines
    light.push(...(isText && exceedsLimits(block, total) ? [maskMarkup(block)] : block))
  }
  return light.join('\n')
}

/** Lines that belong together: a paragraph, or fenced content. */
interface LineBlock {
  lines: string[]
  /** False for code and formulas, which contain no further markup. */
  isText: boolean
}

/** Splits lines into parts between empty lines and fenced blocks at the left edge. */
function splitBlocks(lines: string[]): LineBlock[] {
  const blocks: LineBlock[] = []
  const placeOf = createFenceTracker()
  for (const line of lines) {
    const place = placeOf(line)
    const last = blocks.at(-1)
    if (last && (place === 'inside' || (place === 'text' && continuesBlock(last, line))))
      last.lines.push(line)
    else blocks.push({ lines: [line], isText: place === 'text' })
  }
  return blocks
}

/** Returns whether a line of text belongs to the block before it; an empty line separates blocks. */
const continuesBlock = ({ isText, lines }: LineBlock, line: string) =>
  isText && lines[0]?.trim() !== '' && line.trim() !== ''

/**
 * Returns a function that classifies successive lines as text, fence or fenced content. After a fence that may belong
 * to a list or a quote, all lines are text.
 */
function createFenceTracker(): (line: string) => 'text' | 'fence' | 'inside' {
  let fence: string | undefined
  let isCertain = true
  return (line) => {
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined
      return 'inside'
    }
    isCertain &&= !NESTED_FENCE.test(line)
    const opening = isCertain ? FENCE.exec(line) : null
    fence = opening?.[1] ?? opening?.[2]
    return fence === undefined ? 'text' : 'fence'
  }
}

/** Returns whether a line closes a fence: the same sign at least as often, indented by at most three spaces. */
function closesFence(line: string, fence: string): boolean {
  const text = line.trim()
  const isFence = text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length)
  return isFence && /^ {0,3}\S/.test(line)
}

/** How many lines and how much markup a text has. */
type MarkupWeight = Record<keyof typeof DOCUMENT_LIMITS, number>

/** Returns whether a block exceeds a limit; the weight of a block that does not is added to `total`. */
function exceedsLimits(lines: string[], total: MarkupWeight): boolean {
  const sum = (weigh: (line: string) => number) => lines.reduce((all, line) => all + weigh(line), 0)
  const signs = sum((line) => line.match(MARKDOWN_SIGNS)?.length ?? 0)
  const containers = sum(countContainers)
  const underlines = sum((line) => (UNDERLINE.test(line) ? 1 : 0))
  const isTooMuch =
    signs > BLOCK_LIMITS.signs ||
    total.signs + signs > DOCUMENT_LIMITS.signs ||
    total.containers + containers > DOCUMENT_LIMITS.containers ||
    total.underlines + underlines > DOCUMENT_LIMITS.underlines ||
    lines.some((line) => countContainers(line) > LINE_LIMITS.containers || LONG_WORD.test(line))
  if (isTooMuch) return true
  total.signs += signs
  total.containers += containers
  total.underlines += underlines
  return false
}

/** Counts the list and quote marks at the start of a line, up to one more than the limit. */
function countContainers(line: string): number {
  const mark = /\s*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s))/y
  let count = 0
  while (count <= LINE_LIMITS.containers && mark.test(line)) count += 1
  return count
}

/** Returns a line with at most the indentation of `LINE_LIMITS`, because lists nest by indentation. */
function limitIndentation(line: string): string {
  const text = line.trimStart()
  const { indentation } = LINE_LIMITS
  return line.length - text.length > indentation ? `${' '.repeat(indentation)}${text}` : line
}

/** Joins lines and replaces their markup characters and line breaks by placeholders. */
function maskMarkup(lines: string[]): string {
  const text = lines.map((line) => line.trim()).join(NEWLINE)
  let masked = ''
  for (let at = 0; at < text.length; at += 1) masked += PLACEHOLDERS[text.charCodeAt(at)] ?? text.charAt(at)
  return masked
}

/** Turns placeholders back into the characters that they represent. */
function unmaskMarkup(text: string): string {
  return text.replace(PLACEHOLDER, (placeholder) =>
    String.fromCharCode((placeholder.codePointAt(0) ?? 0) - FIRST_PLACEHOLDER),
  )
}

/** The fields of a Markdown tree node that this module uses. */
interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
}

/**
 * A remark plugin for the result of `lightMarkdown`. It disables HTML, so that tags are shown as text and hide nothing,
 * and restores masked characters.
 */
export function lightMarkdownPlugin(this: { data: () => object }): (tree: MarkdownNode) => void {
  const data: { micromarkExtensions?: object[] } = this.data()
  data.micromarkExtensions ??= []
  data.micromarkExtensions.push({ disable: { null: ['htmlFlow', 'htmlText'] } })
  return unmaskNode
}

/** Restores the masked characters below a node, in place. */
function unmaskNode(node: MarkdownNode): void {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    unmaskNode(child)
    if (child.value === undefined || child.value.search(PLACEHOLDER) === -1) return [child]
    const value = unmaskMarkup(child.value)
    return child.type === 'text' ? lineNodes(value) : [{ ...child, value }]
  })
}

/** Returns the nodes of a text with line breaks. */
function lineNodes(text: string): MarkdownNode[] {
  return text
    .split(NEWLINE)
    .flatMap((value, at) => [...(at > 0 ? [{ type: 'break' }] : []), { type: 'text', value }])
}
