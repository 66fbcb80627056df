import { groupBySource, type SectionContext, sourceName } from './section-context.ts'
import { stepEvidence } from './step-evidence.ts'

/** Writes a section 主要证据: the evidence of one step by source, each sentence quoted and cited. */
export function* writeEvidence({ state, asked, frame, section, out }: SectionContext): Generator<void> {
  const evidence = stepEvidence(state, section.step_id)
  const sources = groupBySource(evidence)
  if (sources.length === 0) return out.write(`${frame.empty}\n`)
  out.write(`${frame.found(sources.length, evidence.length)}\n`)
  for (const quotes of sources) {
    for (const [at, each] of quotes.entries()) {
      out.write(at === 0 ? '\n- ' : '\n\n  ')
      if (each.aspect) out.write(`**${frame.aspects[each.aspect]}**${frame.colon}`)
      out.quote(each)
      yield
    }
    const [first] = quotes
    out.write(`\n\n  ${sourceName(state, first?.source_id ?? '', { frame, language: asked.language })}`)
  }
  out.write('\n')
}
