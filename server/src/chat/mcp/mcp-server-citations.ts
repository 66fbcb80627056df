import type { EngineId } from '@scinav/contract'
import { plainText } from '@scinav/search'
import { z } from 'zod'
import { answering, matchSentence, readSentences } from '../../citation/suggest/index.ts'
import type { Context } from '../../platform/context/context.ts'
import {
  outsideEngines,
  requireCitations,
  silentEngines,
  tellEngines,
  toldEngines,
} from './mcp-server-engines.ts'

/** So many sentences are looked up at once; the others are told as `left_out`. Engines outside take seconds a sentence. */
const MOST_SENTENCES = 20
const MOST_OUTSIDE = 6

export const citedTextInput = z.object({
  text: z.string().trim().min(1).max(5_000).describe('一段文字，中文或英文 / A text in Chinese or English'),
  engines: outsideEngines,
})

const citedSentence = z.object({
  sentence: z.string(),
  need: z.enum(['yes', 'no', 'cited']),
  reason: z.string(),
  /** Null where nothing was looked up. */
  decision: z.enum(['strong', 'candidates', 'none']).nullable(),
  candidates: z.array(
    z.object({
      /** Null where the library lacks it. */
      paper_id: z.string().nullable(),
      title: z.string(),
      quote: z.string(),
      retracted: z.boolean(),
      /** What an engine outside has and the library lacks. */
      outside: z
        .object({ doi: z.string().nullable(), url: z.string().nullable(), engines: z.array(z.string()) })
        .nullable(),
    }),
  ),
})

export const citedSentences = z.object({
  sentences: z.array(citedSentence),
  /** Sentences that need a source and were not looked up. */
  left_out: z.number(),
  /** How the engines outside did, each as it did last. */
  engines: toldEngines,
})

type Matched = Awaited<ReturnType<typeof matchSentence>>

const NAMES = { strong: '强', candidates: '候选', none: '未找到合适文献' }

/** References for the sentences of a text, for programs. */
export async function suggestForOthers(ctx: Context, { text, engines }: z.output<typeof citedTextInput>) {
  await requireCitations(ctx)
  const all = readSentences(text)
  const needing = all.filter(({ need }) => need === 'yes')
  const wanted = new Set(needing.slice(0, engines.length > 0 ? MOST_OUTSIDE : MOST_SENTENCES))
  const states: Matched['states'] = []
  let asked: EngineId[] = ['local', ...engines]
  const sentences: z.output<typeof citedSentence>[] = []
  for (const each of all) {
    const { start, end, need, reason } = each
    const sentence = text.slice(start, end)
    const found = wanted.has(each)
      ? await matchSentence(ctx, { sentence, dataset_ids: [], engines: asked }, ctx.stream.signal)
      : null
    states.push(...(found?.states ?? []))
    asked = answering(asked, found?.states ?? [])
    sentences.push({ sentence, need, reason, decision: found?.decision ?? null, candidates: shown(found) })
  }
  const told = tellEngines([...new Map(states.map((state) => [state.id, state])).values()])
  const lines = [...sentences.map(lineOf), ...silentEngines(told)]
  const left_out = needing.length - wanted.size
  return { text: lines.join('\n'), data: { sentences, left_out, engines: told } }
}

const shown = (found: Matched | null): z.output<typeof citedSentence>['candidates'] =>
  (found?.candidates ?? []).map(({ paper, quote, outside }) => ({
    paper_id: outside ? null : paper.id,
    title: plainText(paper.title),
    quote,
    retracted: paper.status === 'retracted',
    outside: outside && { doi: outside.doi, url: outside.url, engines: outside.engines },
  }))

function lineOf({ sentence, reason, decision, candidates }: z.output<typeof citedSentence>): string {
  const papers = candidates.map(
    ({ title, paper_id, outside }) =>
      `\n   ${title} (${paper_id ?? `本馆文献中没有，来自 ${outside?.engines.join('、')}`})`,
  )
  return `${sentence}\n   ${decision ? `【${NAMES[decision]}】` : `（${reason}）`}${papers.join('')}`
}
