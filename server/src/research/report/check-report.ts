import { type ReportCheck, type ReportSection, readWork } from '@scinav/contract'
import { sentenceSpans } from '../../language/text/sentences.ts'
import { streamRecordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'

/**
 * Counts the sentences and citations of a report and searches the quotations in the present records. Quotations from
 * files count as located, since they were just taken from their passages.
 */
export async function checkReport(
  ctx: Context,
  { sections }: { sections: ReportSection[] },
): Promise<ReportCheck> {
  const cited = sections.flatMap(({ citations }) => citations)
  const ids = [...new Set(cited.flatMap(({ paper_id }) => paper_id ?? []))]
  const texts = new Map<string, string>()
  for await (const part of streamRecordsByIds(ctx, ids))
    for (const { id, record } of part) {
      const { title, title_zh, abstract, abstract_zh } = readWork(record)
      texts.set(id, withoutSpaces([title, title_zh, abstract, abstract_zh].join('\n')))
      await yieldToEventLoop()
    }
  const located = cited.filter(({ paper_id, parse_id, quote }) => {
    if (paper_id === null || parse_id !== undefined) return true
    return texts.get(paper_id)?.includes(withoutSpaces(quote)) === true
  })
  const quoted = sections.reduce((sum, { text }) => sum + (text.match(/[」”]\[\d+\]/g)?.length ?? 0), 0)
  const written = sections.filter(({ written_by }) => written_by === 'model')
  const sentences = written.flatMap(({ text }) =>
    text.split('\n').flatMap((line) => sentenceSpans(line).map(({ start, end }) => line.slice(start, end))),
  )
  const marked = sentences.filter((sentence) => /\[\d+\]/.test(sentence))
  return {
    sentences: quoted + sentences.length,
    cited: quoted + marked.length,
    quotes: cited.length,
    located: located.length,
    removed: sections.reduce((sum, { removed = 0 }) => sum + removed, 0),
    verified: cited.filter(({ check }) => check.method === 'model').length,
  }
}

const withoutSpaces = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')
