import { writeComparisonTable } from './comparison-table.ts'
import { type EvidencePair, findPairs } from './evidence-pairs.ts'
import type { SectionContext } from './section-context.ts'

/** Writes the section 文献间一致与分歧: sentences of different sources next to each other, without a conclusion. */
export function* writeAgreement(writing: SectionContext): Generator<void> {
  const { question, frame, out } = writing
  out.write(frame.sideBySide)
  const { agreeing, contradicting } = yield* findPairs(writing)
  if (agreeing.length + contradicting.length === 0) out.write(`\n\n${frame.nothingComparable}`)
  yield* writePairs(writing, frame.similarHead, agreeing)
  yield* writePairs(writing, frame.differentHead, contradicting)
  if (question.kind === 'comparison') yield* writeComparisonTable(writing)
  out.write('\n')
}

/** Writes pairs of quotations as a list under a heading; nothing without pairs. */
function* writePairs({ out }: SectionContext, head: string, pairs: EvidencePair[]): Generator<void> {
  if (pairs.length === 0) return
  out.write(`\n\n${head}\n`)
  for (const [one, other] of pairs) {
    out.write('\n- ')
    out.quote(one)
    out.write('\n  ')
    out.quote(other)
    yield
  }
}
