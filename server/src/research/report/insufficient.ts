import { groupBySource, type SectionContext, sourceName } from './section-context.ts'

/** Writes the section 证据不足: the queries that were tried, the little evidence found, and suggestions. */
export function* writeInsufficient({ state, asked, frame, out }: SectionContext): Generator<void> {
  const sources = groupBySource(state.evidence)
  out.write(frame.few(sources.length))
  if (state.engine === 'extractive') out.write(`${frame.gap}${frame.quoted}`)
  out.write('\n')
  for (const quotes of sources) {
    for (const [at, each] of quotes.entries()) {
      out.write(at === 0 ? '\n- ' : '\n\n  ')
      out.quote(each)
      yield
    }
    const [first] = quotes
    out.write(`\n\n  ${sourceName(state, first?.source_id ?? '', { frame, language: asked.language })}`)
  }
  const tried = [...state.searches, ...state.steps.flatMap(({ searches }) => searches)].map(
    ({ query }) => query,
  )
  out.write(`\n\n${frame.tried}\n`)
  for (const query of new Set(tried)) out.write(`\n- ${frame.query(query)}`)
  out.write(`\n\n${[...state.warnings.map((text) => `${text}。`), frame.help].join('\n\n')}\n`)
}
