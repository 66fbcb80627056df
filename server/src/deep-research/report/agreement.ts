import type { ResearchEvidence } from '@scinav/contract'
import { isChinese, termsIn } from '@scinav/search'
import { differs, overlap } from '../../answers/index.ts'
import { bySource, namedSource, type Writing } from './writing.ts'

/** Sentences that share so much of their terms say much the same; so much at least of the same thing those that differ. */
const ALIKE = 0.3
const SAME_THING = 0.12
const MOST_PAIRS = 3
const MOST_ROWS = 8

type Pair = [ResearchEvidence, ResearchEvidence]

/** 文献间一致与分歧: sentences of different sources side by side; nothing is concluded from them. */
export function* writeAgreement(writing: Writing): Generator<void> {
  const { state, asked, frame, out } = writing
  const { alike, unlike } = pairsOf(state.evidence)
  out.write(frame.only)
  yield
  if (alike.length + unlike.length === 0) out.write(`\n\n${frame.neither}`)
  yield* writePairs(writing, frame.alike, alike)
  yield* writePairs(writing, frame.unlike, unlike)
  if (asked.kind === 'comparison') yield* writeTable(writing)
  out.write('\n')
}

function* writePairs({ out }: Writing, head: string, pairs: Pair[]): Generator<void> {
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

/** Pairs of sentences of different sources, the closest first, each sentence in one of them. */
function pairsOf(evidence: ResearchEvidence[]): { alike: Pair[]; unlike: Pair[] } {
  const read = evidence.map((each) => ({
    each,
    terms: termsIn([each.quote]),
    chinese: isChinese(each.quote),
  }))
  const pairs = read.flatMap((one, at) =>
    read.slice(at + 1).flatMap((other) => {
      if (one.each.source_id === other.each.source_id || one.chinese !== other.chinese) return []
      const shared = overlap(one.terms, other.terms)
      const unlike = shared >= SAME_THING && differs(one.each.quote, other.each.quote)
      return unlike || shared >= ALIKE ? [{ pair: [one.each, other.each] as Pair, shared, unlike }] : []
    }),
  )
  const used = new Set<string>()
  const chosen = pairs
    .toSorted((a, b) => b.shared - a.shared)
    .filter(({ pair }) => {
      if (pair.some(({ evidence_id }) => used.has(evidence_id))) return false
      for (const { evidence_id } of pair) used.add(evidence_id)
      return true
    })
  const of = (unlike: boolean) =>
    chosen.flatMap((each) => (each.unlike === unlike ? [each.pair] : [])).slice(0, MOST_PAIRS)
  return { alike: of(false), unlike: of(true) }
}

const COLUMNS = ['method', 'result', 'limitation'] as const

/** Where the question compares: sources as rows, what they say of themselves as columns. */
export function* writeTable({ state, asked, frame, out }: Writing): Generator<void> {
  const told = state.evidence.filter(({ aspect }) => COLUMNS.some((each) => each === aspect))
  const columnsIn = (row: ResearchEvidence[]) => new Set(row.map(({ aspect }) => aspect)).size
  const rows = bySource(told)
    .filter((row) => columnsIn(row) > 1)
    .slice(0, MOST_ROWS)
  if (rows.length < 2) return
  out.write(`\n\n${frame.table}\n\n| ${frame.columns.join(' | ')} |\n| --- | --- | --- | --- |`)
  for (const row of rows) {
    const [first] = row
    const name = namedSource(state, first?.source_id ?? '', { frame, language: asked.language })
    out.write(`\n| ${name.replaceAll('|', '\\|')} |`)
    for (const column of COLUMNS) {
      const each = row.find(({ aspect }) => aspect === column)
      out.write(' ')
      if (each) out.quote(each, 'cell')
      out.write(' |')
    }
    yield
  }
}
