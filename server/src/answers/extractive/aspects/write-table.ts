import { escapeCell, type QuoteWriter, sourceLabel } from '../../../retrieval/index.ts'
import type { AspectLayout } from './aspect-layout.ts'
import type { Aspect } from './aspect-model.ts'
import { ASPECT_FRAMES, ASPECT_NAMES } from './frames.ts'
import type { PaperAspects } from './paper-aspects.ts'
import { writeQuotes } from './write-quotes.ts'

/** Writes a table of papers by aspect, then the requested columns that are no aspects, and the papers without one. */
export function writeAspectTable(
  writer: QuoteWriter,
  papers: PaperAspects[],
  requested: Aspect[],
  layout: AspectLayout,
): void {
  const frame = ASPECT_FRAMES[layout.language]
  writer.write(layout.direct ? frame.table(papers.length) : frame.indirect)
  if (papers.some(({ stated }) => stated.size > 0)) writeRows(writer, papers, requested, layout)
  const unknown = layout.unknown ?? []
  if (unknown.length > 0) writer.write(`\n\n${frame.unknown(unknown)}`)
  // Papers without a recognized aspect are shown by their first sentences.
  for (const { paper, first } of papers.filter(({ stated }) => stated.size === 0)) {
    const { title, by } = sourceLabel(paper.work, layout.language)
    writer.write(`\n\n${frame.paper(title, by)}`)
    writeQuotes(writer, first)
  }
}

/** Writes the Markdown table: one row per paper, with a cell for each requested aspect. */
function writeRows(
  writer: QuoteWriter,
  papers: PaperAspects[],
  requested: Aspect[],
  layout: AspectLayout,
): void {
  const frame = ASPECT_FRAMES[layout.language]
  writer.write('\n\n')
  const columns = [frame.paper_column, ...requested.map((aspect) => ASPECT_NAMES[layout.language][aspect])]
  writer.write(`| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`)
  for (const paper of papers) {
    const { title, by } = sourceLabel(paper.paper.work, layout.language)
    writer.write(`\n| ${escapeCell(frame.paper(title, by))} |`)
    for (const aspect of requested) writeCell(writer, paper, aspect, frame)
  }
}

/** Writes a cell with the best quote on an aspect, or that the abstract does not state it or is absent. */
function writeCell(
  writer: QuoteWriter,
  { stated, has_abstract }: PaperAspects,
  aspect: Aspect,
  { not_stated, absent }: { not_stated: string; absent: string },
): void {
  const [best] = stated.get(aspect) ?? []
  writer.write(' ')
  if (best) writer.quote(best, 'cell')
  else writer.write(has_abstract ? not_stated : absent)
  writer.write(' |')
}
