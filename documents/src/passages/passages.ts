import { boxesOf, canonicalText } from '../canonical-text.ts'
import type { Block, Box, ParsedDocument } from '../document.ts'
import { pageShares } from '../page-shares.ts'
import { cutLines, cutText, estimateTokens, type TextSpan } from './cut.ts'

/**
 * A piece of a document that is retrieved and cited. No two passages share text, and only headings lie between
 * them.
 */
export interface Passage {
  /** Position in reading order, from 0. */
  ordinal: number
  kind: 'text' | 'table' | 'code' | 'reference'
  /** Headings above the passage, outermost first. */
  heading_path: string[]
  /**
   * The canonical text from `start` up to, not including, `end`; a continuation of a table has the first row of the
   * table prepended.
   */
  text: string
  start: number
  end: number
  page: number
  /**
   * Positions as fractions (0–1) of the page as displayed, from its top left corner. Empty when the format has no
   * positions.
   */
  boxes: Box[]
}

/**
 * Largest passage of text, in estimated tokens: the size that embedding models handle best and that benchmarks of
 * retrieval use.
 */
const MAX_PASSAGE_TOKENS = 512
/** Size up to which a table or program stays whole, in estimated tokens. */
const MAX_WHOLE_TOKENS = 2_048

/** A block with the offset in the canonical text at which it begins. */
interface PlacedBlock {
  block: Block
  start: number
}

/** The passages so far, and what was read but is in none of them yet. */
interface PassageBuilder {
  document: ParsedDocument
  /** The canonical text. */
  text: string
  passages: Passage[]
  /** The open headings, outermost first. */
  path: { level: number; text: string }[]
  /** Headings that have no text below them so far. */
  bareHeadings: PlacedBlock[]
  /** Blocks collected for the next passage: text of one section and one kind. */
  collected: PlacedBlock[]
  /** Tokens of the collected blocks. */
  tokens: number
}

/**
 * Cuts a document into passages along its structure: sections, paragraphs, sentences, clauses. Blocks of a section are
 * collected and become a passage when the next one would make it too long, is of another kind, or begins a
 * section (`flush`). Passages are in reading order; blocks of type `other` are in none.
 */
export function cutIntoPassages(document: ParsedDocument): Passage[] {
  const { text, starts } = canonicalText(document.blocks)
  const builder: PassageBuilder = {
    document,
    text,
    passages: [],
    path: [],
    bareHeadings: [],
    collected: [],
    tokens: 0,
  }
  document.blocks.forEach((block, at) => {
    if (block.type !== 'other' && block.text !== '') addBlock(builder, { block, start: starts[at] ?? 0 })
  })
  flush(builder)
  for (const heading of builder.bareHeadings) addHeadingPassage(builder, heading)
  return builder.passages.map((passage, ordinal) => ({ ...passage, ordinal }))
}

/** Adds a block by its type; a heading is kept until text below it comes. */
function addBlock(builder: PassageBuilder, placed: PlacedBlock): void {
  const { type } = placed.block
  if (type === 'heading') startSection(builder, placed)
  else {
    builder.bareHeadings = []
    if (type === 'table' || type === 'code') addWholeBlock(builder, placed)
    else addTextBlock(builder, placed)
  }
}

/** Collects a block of text, after a passage of what it cannot be joined with. */
function addTextBlock(builder: PassageBuilder, placed: PlacedBlock): void {
  const kindChanges = builder.collected.some(({ block }) => passageKind(block) !== passageKind(placed.block))
  const tokens = estimateTokens(placed.block.text)
  if (kindChanges || builder.tokens + tokens > MAX_PASSAGE_TOKENS) flush(builder)
  builder.collected.push(placed)
  builder.tokens += tokens
}

/** Begins a section: what was collected becomes a passage, and the heading replaces those of its level and below. */
function startSection(builder: PassageBuilder, placed: PlacedBlock): void {
  flush(builder)
  const level = placed.block.level ?? 1
  // A heading without text below it would otherwise be in no passage.
  const staysBare = ({ block }: PlacedBlock) => (block.level ?? 1) >= level
  for (const heading of builder.bareHeadings.filter(staysBare)) addHeadingPassage(builder, heading)
  builder.bareHeadings = [...builder.bareHeadings.filter((heading) => !staysBare(heading)), placed]
  builder.path = [...builder.path.filter((above) => above.level < level), { level, text: placed.block.text }]
}

/** Adds a heading as a passage of its own. */
const addHeadingPassage = (builder: PassageBuilder, { block, start }: PlacedBlock): void =>
  addPassage(builder, 'text', [{ block, start }], { start, end: start + block.text.length })

/**
 * Adds a table with the caption before it, or a program, as one passage; one that is too large is cut at its lines.
 */
function addWholeBlock(builder: PassageBuilder, placed: PlacedBlock): void {
  const caption = builder.collected.at(-1)
  const captioned = placed.block.type === 'table' && caption?.block.type === 'caption' ? caption : undefined
  if (captioned) builder.collected.pop()
  flush(builder)
  const { block, start } = placed
  const kind = passageKind(block)
  const whole = { start, end: start + block.text.length }
  const isTooLarge = estimateTokens(block.text) > MAX_WHOLE_TOKENS
  const spans = isTooLarge ? cutLines(builder.text, whole, MAX_PASSAGE_TOKENS) : [whole]
  const firstRow = kind === 'table' ? (block.text.split('\n', 1)[0] ?? '') : ''
  spans.forEach((span, at) => {
    if (at > 0) addPassage(builder, kind, [placed], span, `${firstRow}\n`)
    else if (!captioned) addPassage(builder, kind, [placed], span)
    else addPassage(builder, kind, [captioned, placed], { start: captioned.start, end: span.end })
  })
}

/** Turns the collected blocks into one passage, or into several when they are too long. */
function flush(builder: PassageBuilder): void {
  const { collected, text } = builder
  const [first] = collected
  const last = collected.at(-1)
  builder.collected = []
  builder.tokens = 0
  if (!first || !last) return
  const whole = { start: first.start, end: last.start + last.block.text.length }
  const isFormula = collected.length === 1 && first.block.type === 'formula'
  const spans = isFormula ? [whole] : cutText(text, whole, MAX_PASSAGE_TOKENS)
  for (const span of spans) addPassage(builder, passageKind(first.block), collected, span)
}

/** Returns the kind of the passage that a block belongs to. */
function passageKind({ type }: Block): Passage['kind'] {
  return type === 'table' || type === 'code' || type === 'reference' ? type : 'text'
}

/**
 * Adds the text of a span as a passage, unless it is empty.
 *
 * @param placed the blocks that the span may touch
 * @param prefix text that precedes that of the span
 */
function addPassage(
  builder: PassageBuilder,
  kind: Passage['kind'],
  placed: PlacedBlock[],
  span: TextSpan,
  prefix = '',
): void {
  const slice = builder.text.slice(span.start, span.end)
  const start = span.start + (slice.length - slice.trimStart().length)
  const text = slice.trim()
  if (text === '') return
  const end = start + text.length
  const boxes = placed.flatMap(({ block, start: at }) =>
    at < end && at + block.text.length > start
      ? boxesOf(block, Math.max(0, start - at), Math.min(block.text.length, end - at))
      : [],
  )
  const page = boxes[0]?.page ?? placed[0]?.block.page ?? 1
  const path = builder.path.map((heading) => heading.text)
  // A heading that is a passage by itself is not above itself.
  const heading_path = path.at(-1) === text ? path.slice(0, -1) : path
  builder.passages.push({
    ordinal: 0,
    kind,
    heading_path,
    text: prefix + text,
    start,
    end,
    page,
    boxes: pageShares(boxes, builder.document.pages),
  })
}
