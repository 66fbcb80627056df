import { checkClaim } from '../../answers/index.ts'
import type { DraftLine } from './model-sentences.ts'
import { sentenceFault } from './model-sentences.ts'
import type { SectionContext } from './section-context.ts'

const escapeCell = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('](', '] (')
    .replace(/<(?=[a-z/!?])/gi, '‹')

/** Returns the comparison table of the synthesis as the rows of a section; every cell cites the sentences it rests on. */
export function comparisonRows({ state }: Pick<SectionContext, 'state'>): DraftLine[] {
  const { synthesis, evidence } = state
  if (!synthesis) return []
  const { label, dimensions, rows } = synthesis.table
  const byId = new Map(evidence.map((each) => [each.evidence_id, each]))
  const plainRow = (text: string): DraftLine => ({ kind: 'row', sentences: [{ parts: [text], fault: null }] })
  const head = [label, ...dimensions].map((text) => ` ${escapeCell(text)} |`).join('')
  return [
    plainRow(`|${head}`),
    plainRow(`|${' --- |'.repeat(dimensions.length + 1)}`),
    ...rows.map((row): DraftLine => {
      const parts: DraftLine['sentences'][number]['parts'] = [`| ${escapeCell(row.label)} |`]
      for (const { text, evidence_ids } of row.cells) {
        const cited = evidence_ids.flatMap((id) => byId.get(id) ?? [])
        const bySource = [
          ...new Map(cited.toReversed().map((each) => [each.source_id, each])).values(),
        ].toReversed()
        const context = cited.map(({ title, quote }) => `${title}\n${quote}`).join('\n')
        parts.push(` ${escapeCell(text)}`)
        if (bySource.length > 0)
          parts.push(bySource.map((each) => ({ evidence: each, ...checkClaim(text, each.quote, context) })))
        parts.push(' |')
      }
      return { kind: 'row', sentences: [{ parts, fault: sentenceFault(parts) }] }
    }),
  ]
}
