import type { EngineId } from '@scinav/contract'
import { textWithoutMarkup } from '@scinav/search'
import { z } from 'zod'
import { matchSentence, readSentences, respondingEngines } from '../../citation/suggest/index.ts'
import type { Context } from '../../platform/context/context.ts'
import {
  engineReports,
  externalEnginesInput,
  reportEngines,
  requireCitationScreen,
  unansweredEngineLines,
} from './mcp-server-engines.ts'

/** Maximum number of sentences that a call searches; others are counted in `left_out`. */
const MAX_SENTENCES = 20
/** The same with external engines, which take seconds per sentence. */
const MAX_EXTERNAL_SENTENCES = 6

/** Input of the MCP tool `suggest_citations`. */
export const suggestCitationsInput = z.object({
  text: z.string().trim().min(1).max(5_000).describe('一段文字，中文或英文 / A text in Chinese or English'),
  engines: externalEnginesInput,
})

const citedSentenceShape = z.object({
  sentence: z.string(),
  /** Whether it needs a source; `cited` when it has one. */
  need: z.enum(['yes', 'no', 'cited']),
  /** Why it needs a source or not, in Chinese. */
  reason: z.string(),
  /** Null when the sentence was not searched. */
  decision: z.enum(['strong', 'candidates', 'none']).nullable(),
  candidates: z.array(
    z.object({
      /** Null when the library lacks the work. */
      paper_id: z.string().nullable(),
      title: z.string(),
      quote: z.string(),
      retracted: z.boolean(),
      /** A work that only an external engine has. */
      outside: z
        .object({ doi: z.string().nullable(), url: z.string().nullable(), engines: z.array(z.string()) })
        .nullable(),
    }),
  ),
})

/** Output of `suggest_citations`: every sentence of the text, in its order. */
export const suggestCitationsOutput = z.object({
  sentences: z.array(citedSentenceShape),
  /** Number of sentences that need a source and were not searched. */
  left_out: z.number(),
  /** Last state of each external engine. */
  engines: engineReports,
})

type MatchedSentence = Awaited<ReturnType<typeof matchSentence>>

const DECISION_NAMES = { strong: '强', candidates: '候选', none: '未找到合适文献' }

/**
 * Suggests references for the sentences of a text, one sentence after the other, so that an engine that fails or stops
 * responding is not searched for the sentences after it.
 *
 * @returns `data`: the structured result; `text`: for models that read text only, lines with the sentences,
 * the decisions and the suggested works, without quotes, retractions and `left_out`.
 */
export async function suggestCitationsTool(
  ctx: Context,
  { text, engines }: z.output<typeof suggestCitationsInput>,
) {
  await requireCitationScreen(ctx)
  const allSentences = readSentences(text)
  const needing = allSentences.filter(({ need }) => need === 'yes')
  const searched = new Set(needing.slice(0, engines.length > 0 ? MAX_EXTERNAL_SENTENCES : MAX_SENTENCES))
  const states: MatchedSentence['states'] = []
  let responding: EngineId[] = ['local', ...engines]
  const sentences: z.output<typeof citedSentenceShape>[] = []
  for (const each of allSentences) {
    const { start, end, need, reason } = each
    const sentence = text.slice(start, end)
    const match = searched.has(each)
      ? await matchSentence(ctx, { sentence, dataset_ids: [], engines: responding }, ctx.stream.signal)
      : null
    states.push(...(match?.states ?? []))
    responding = respondingEngines(responding, match?.states ?? [])
    sentences.push({
      sentence,
      need,
      reason,
      decision: match?.decision ?? null,
      candidates: candidateViews(match),
    })
  }
  const reports = reportEngines([...new Map(states.map((state) => [state.id, state])).values()])
  const lines = [...sentences.map(sentenceLine), ...unansweredEngineLines(reports)]
  const left_out = needing.length - searched.size
  return { text: lines.join('\n'), data: { sentences, left_out, engines: reports } }
}

/** Returns what a match suggests; nothing for a sentence that was not searched. */
const candidateViews = (match: MatchedSentence | null): z.output<typeof citedSentenceShape>['candidates'] =>
  (match?.candidates ?? []).map(({ paper, quote, outside }) => ({
    paper_id: outside ? null : paper.id,
    title: textWithoutMarkup(paper.title),
    quote,
    retracted: paper.status === 'retracted',
    outside: outside && { doi: outside.doi, url: outside.url, engines: outside.engines },
  }))

/**
 * Writes a sentence as lines: the sentence, the decision or, when it was not searched, `reason`, and the
 * suggested works.
 */
function sentenceLine({
  sentence,
  reason,
  decision,
  candidates,
}: z.output<typeof citedSentenceShape>): string {
  const papers = candidates.map(
    ({ title, paper_id, outside }) =>
      `\n   ${title} (${paper_id ?? `本馆文献中没有，来自 ${outside?.engines.join('、')}`})`,
  )
  return `${sentence}\n   ${decision ? `【${DECISION_NAMES[decision]}】` : `（${reason}）`}${papers.join('')}`
}
