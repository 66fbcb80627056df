import { evidenceOfStep } from './step-evidence.ts'
import { bySource, namedSource, type Writing } from './writing.ts'

/** 主要证据: what one step found, source by source, each sentence between quotation marks and cited. */
export function* writeEvidence({ state, asked, frame, section, out }: Writing): Generator<void> {
  const evidence = evidenceOfStep(state, section.step_id)
  const sources = bySource(evidence)
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
    out.write(`\n\n  ${namedSource(state, first?.source_id ?? '', { frame, language: asked.language })}`)
  }
  out.write('\n')
}
