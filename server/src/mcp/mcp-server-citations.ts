import { plainText } from '@scinav/search'
import { z } from 'zod'
import { matchSentence, readSentences } from '../citing/index.ts'
import type { Context } from '../context/context.ts'

/** So many sentences are looked up at once; the others are told as `left_out`. */
const MOST_SENTENCES = 20

export const citedTextInput = z.object({
  text: z.string().trim().min(1).max(5_000).describe('一段文字，中文或英文 / A text in Chinese or English'),
})

export const citedSentences = z.object({
  sentences: z.array(
    z.object({
      sentence: z.string(),
      need: z.enum(['yes', 'no', 'cited']),
      reason: z.string(),
      /** Null where nothing was looked up. */
      decision: z.enum(['strong', 'candidates', 'none']).nullable(),
      candidates: z.array(
        z.object({ paper_id: z.string(), title: z.string(), quote: z.string(), retracted: z.boolean() }),
      ),
    }),
  ),
  /** Sentences that need a source and were not looked up. */
  left_out: z.number(),
})

const NAMES = { strong: '强', candidates: '候选', none: '未找到合适文献' }

/** References for the sentences of a text, for programs. */
export async function suggestForOthers(ctx: Context, { text }: z.output<typeof citedTextInput>) {
  const all = readSentences(text)
  const wanted = new Set(all.filter(({ need }) => need === 'yes').slice(0, MOST_SENTENCES))
  const sentences: z.output<typeof citedSentences>['sentences'] = []
  for (const each of all) {
    const { start, end, need, reason } = each
    const sentence = text.slice(start, end)
    const found = wanted.has(each)
      ? await matchSentence(ctx, { sentence, dataset_ids: [], engines: [] }, ctx.stream.signal)
      : null
    const candidates = (found?.candidates ?? []).map(({ paper, quote }) => ({
      paper_id: paper.id,
      title: plainText(paper.title),
      quote,
      retracted: paper.status === 'retracted',
    }))
    sentences.push({ sentence, need, reason, decision: found?.decision ?? null, candidates })
  }
  const lines = sentences.map(({ sentence, reason, decision, candidates }) => {
    const papers = candidates.map(({ title, paper_id }) => `\n   ${title} (${paper_id})`).join('')
    return `${sentence}\n   ${decision ? `【${NAMES[decision]}】` : `（${reason}）`}${papers}`
  })
  const left_out = all.filter(({ need }) => need === 'yes').length - wanted.size
  return { text: lines.join('\n'), data: { sentences, left_out } }
}
