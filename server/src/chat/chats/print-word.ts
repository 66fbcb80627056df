import type { WordBlock } from '../../citation/word/index.ts'
import { type MarkdownBlock, parseBlocks } from './markdown.ts'
import { type PrintableAnswer, provenanceText, sectionHeadings } from './printable-answer.ts'

/** Returns what a Word file of an answer consists of: its title, its label, and the rest as blocks. */
export function toWordParts(printed: PrintableAnswer): {
  title: string
  label: string
  blocks: WordBlock[]
  notes: readonly string[]
} {
  const heading = (text: string): MarkdownBlock => ({
    kind: 'heading',
    level: 1,
    spans: [{ text, styles: [] }],
  })
  const paragraph = (text: string): MarkdownBlock => ({ kind: 'paragraph', spans: [{ text, styles: [] }] })
  const entry = (text: string): WordBlock => ({ kind: 'entry', spans: [{ text, styles: [] }] })
  const { title, label, question, answer, references, notes = [], is_report = false, appendix } = printed
  const heads = sectionHeadings(printed)
  const referenceBlocks = references.length > 0 ? [heading(heads.references), ...references.map(entry)] : []
  const appendixBlocks = appendix ? [heading(appendix.title), ...appendix.entries.map(entry)] : []
  return {
    title,
    label: `${label}（${provenanceText(printed)}）`,
    notes,
    blocks: [
      heading(heads.question),
      paragraph(question),
      ...(is_report
        ? parseBlocks(answer).map(raiseHeading)
        : [heading(heads.answer), ...parseBlocks(answer)]),
      ...referenceBlocks,
      ...appendixBlocks,
    ],
  }
}

/** Raises a heading by one level, since the sections of a report are its top-level headings. */
const raiseHeading = (block: MarkdownBlock): MarkdownBlock =>
  block.kind === 'heading' ? { ...block, level: Math.max(1, block.level - 1) } : block
