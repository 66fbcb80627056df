import type { DraftLine, ModelSentence } from './model-sentences.ts'
import type { SectionContext } from './section-context.ts'

/** What a line of each kind begins with in Markdown. */
const LINE_LEADS: Record<DraftLine['kind'], string> = { text: '', item: '- ', row: '', heading: '### ' }

/** Writes lines as Markdown: paragraphs apart, items of a list and rows of a table together. */
export function writeLines(
  { question, out }: Pick<SectionContext, 'question' | 'out'>,
  lines: DraftLine[],
): void {
  const gap = question.language === 'en' ? ' ' : ''
  for (const [at, { kind, sentences }] of lines.entries()) {
    const isContinued = kind === lines[at - 1]?.kind && (kind === 'item' || kind === 'row')
    if (at > 0) out.write(isContinued ? '\n' : '\n\n')
    out.write(LINE_LEADS[kind])
    writeSentences(out, sentences, gap)
  }
  out.write('\n')
}

function writeSentences(out: SectionContext['out'], sentences: ModelSentence[], gap: string): void {
  for (const [at, { parts }] of sentences.entries()) {
    if (at > 0) out.write(gap)
    for (const part of parts) {
      if (typeof part === 'string') out.write(part)
      else out.cite(part)
    }
  }
}
