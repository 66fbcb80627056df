/** What a reader of Markdown looks for inside a line; the time it takes grows with the square of how many there are. */
const SIGNS = /[*_~`[\]<&$!@|]/g
/** An address may begin behind every dot of one of these. */
const LONG_WORD = /(?<![-.\w+])[-.\w+]{500}/
/** Makes a heading of the line above. */
const UNDERLINE = /^\s*(?:=+|-+)\s*$/

/** In all; what comes after is plain. Quotes and items of a line stand within each other, as do lists by their indentation. */
const MOST = { lines: 1_200, signs: 2_000, containers: 300, underlines: 100 }
const MOST_OF_BLOCK = { signs: 300 }
const MOST_OF_LINE = { containers: 6, indentation: 24 }

const FENCE = /^(`{3,}(?!`)|~{3,}(?!~))(?!.*`)|^(\${2,})[^$]*$/
const NESTED_FENCE = /^[\s>*+\-\d.)]+(?:`{3}|~{3}|\$\$)/

/**
 * Markdown that is read in a time that grows with its length. Parts that would take longer (hundreds of signs in one
 * paragraph, quotes in quotes without end) are covered, so that they come out as plain text by `lightPlugin`; what
 * people and models write stays as it is.
 */
export function lightMarkdown(markdown: string): string {
  const total = { lines: 0, signs: 0, containers: 0, underlines: 0 }
  const lines = markdown.replace(COVER, '').split(/\r\n|\r|\n/)
  const light: string[] = []
  // The block that holds the line after the last one tells where the rest begins.
  for (const { lines: own, isText } of blocksOf(lines.slice(0, MOST.lines + 1))) {
    const before = total.lines
    total.lines += own.length
    if (total.lines > MOST.lines) return [...light, '', covered(lines.slice(before))].join('\n')
    const block = isText ? own.map(shallow) : own
    light.push(...(isText && isHeavy(block, total) ? [covered(block)] : block))
  }
  return light.join('\n')
}

interface Block {
  lines: string[]
  /** Neither code nor a formula, which are not read any further. */
  isText: boolean
}

/** Parts between empty lines, and what stands between fences at the left edge. */
function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = []
  const placeOf = fences()
  for (const line of lines) {
    const place = placeOf(line)
    const last = blocks.at(-1)
    if (last && (place === 'inside' || (place === 'text' && goesOn(last, line)))) last.lines.push(line)
    else blocks.push({ lines: [line], isText: place === 'text' })
  }
  return blocks
}

const goesOn = ({ isText, lines }: Block, line: string) =>
  isText && lines[0]?.trim() !== '' && line.trim() !== ''

/** Tells line by line what is text and what code. From a fence on that may belong to a list or a quote all is text. */
function fences(): (line: string) => 'text' | 'fence' | 'inside' {
  let fence: string | undefined
  let isCertain = true
  return (line) => {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined
      return 'inside'
    }
    isCertain &&= !NESTED_FENCE.test(line)
    const begun = isCertain ? FENCE.exec(line) : null
    fence = begun?.[1] ?? begun?.[2]
    return fence === undefined ? 'text' : 'fence'
  }
}

function closes(line: string, fence: string): boolean {
  const text = line.trim()
  const isFence = text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length)
  return isFence && /^ {0,3}\S/.test(line)
}

type Weight = Record<keyof typeof MOST, number>

/** What is light is added to `total`. */
function isHeavy(lines: string[], total: Weight): boolean {
  const sum = (weigh: (line: string) => number) => lines.reduce((all, line) => all + weigh(line), 0)
  const signs = sum((line) => line.match(SIGNS)?.length ?? 0)
  const containers = sum(containersOf)
  const underlines = sum((line) => (UNDERLINE.test(line) ? 1 : 0))
  const isTooMuch =
    signs > MOST_OF_BLOCK.signs ||
    total.signs + signs > MOST.signs ||
    total.containers + containers > MOST.containers ||
    total.underlines + underlines > MOST.underlines ||
    lines.some((line) => containersOf(line) > MOST_OF_LINE.containers || LONG_WORD.test(line))
  if (isTooMuch) return true
  total.signs += signs
  total.containers += containers
  total.underlines += underlines
  return false
}

/** Marks of items and quotes that a line begins with, as far as they matter. */
function containersOf(line: string): number {
  const mark = /\s*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s))/y
  let count = 0
  while (count <= MOST_OF_LINE.containers && mark.test(line)) count += 1
  return count
}

function shallow(line: string): string {
  const text = line.trimStart()
  const { indentation } = MOST_OF_LINE
  return line.length - text.length > indentation ? `${' '.repeat(indentation)}${text}` : line
}

/** Covers stand for the sign of the same number from here on: characters of private use that no text needs. */
const FIRST_COVER = 0x10_f000
const COVER = /[\u{10F000}-\u{10F07F}]/gu
const NEWLINE = '\n'
const COVERS = Array.from({ length: 0x7f }, (_, code) => {
  const sign = String.fromCharCode(code)
  return /[\n!-/:-@[-`{-~]/.test(sign) ? String.fromCodePoint(FIRST_COVER + code) : sign
})

function covered(lines: string[]): string {
  const text = lines.map((line) => line.trim()).join(NEWLINE)
  let cover = ''
  for (let at = 0; at < text.length; at += 1) cover += COVERS[text.charCodeAt(at)] ?? text.charAt(at)
  return cover
}

function uncovered(text: string): string {
  return text.replace(COVER, (cover) => String.fromCharCode((cover.codePointAt(0) ?? 0) - FIRST_COVER))
}

/** The parts of a Markdown tree that are looked at here. */
interface Node {
  type: string
  value?: string
  children?: Node[]
}

/** A remark plugin for what `lightMarkdown` answers. HTML is text like any other, and no part of a text hides behind it. */
export function lightPlugin(this: { data: () => object }): (tree: Node) => void {
  const data: { micromarkExtensions?: object[] } = this.data()
  data.micromarkExtensions ??= []
  data.micromarkExtensions.push({ disable: { null: ['htmlFlow', 'htmlText'] } })
  return uncover
}

function uncover(node: Node): void {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    uncover(child)
    if (child.value === undefined || child.value.search(COVER) === -1) return [child]
    const value = uncovered(child.value)
    return child.type === 'text' ? linesOf(value) : [{ ...child, value }]
  })
}

function linesOf(text: string): Node[] {
  return text
    .split(NEWLINE)
    .flatMap((value, at) => [...(at > 0 ? [{ type: 'break' }] : []), { type: 'text', value }])
}
