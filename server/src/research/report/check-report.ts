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
  for await (const rows of streamRecordsByIds(ctx, ids))
    for (const { id, record } of rows) {
      const { title, title_zh, abstract, abstract_zh } = readWork(record)
      texts.set(id, withoutSpaces([title, title_zh, abstract, abstract_zh].join('\n')))
      await yieldToEventLoop()
    }
  const located = cited.filter(({ paper_id, parse_id, quote }) => {
    if (paper_id === null || parse_id !== undefined) return true
    return texts.get(paper_id)?.includes(withoutSpaces(quote)) === true
  })
  // A quotation ends with a quotation mark before its marker: `」[1]`.
  const quotations = sections.reduce((sum, { text }) => sum + (text.match(/[」”]\[\d+\]/g)?.length ?? 0), 0)
  const byModel = sections.filter(({ written_by }) => written_by === 'model')
  const sentences = byModel.flatMap(({ text }) =>
    text.split('\n').flatMap((line) => sentenceSpans(line).map(({ start, end }) => line.slice(start, end))),
  )
  const citing = sentences.filter((sentence) => /\[\d+\]/.test(sentence))
  return {
    sentences: quotations + sentences.length,
    cited: quotations + citing.length,
    quotes: cited.length,
    located: located.length,
    removed: sections.reduce((sum, { removed = 0 }) => sum + removed, 0),
    verified: cited.filter(({ check }) => check.method === 'model').length,
  }
}

const withoutSpaces = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')
