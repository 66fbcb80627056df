import type { ResearchEvent } from '@scinav/contract'
import { z } from 'zod'
import { stripInvisible } from '../../language/text/clean.ts'
import { renderPrompt } from '../../models/prompts/index.ts'
import { UnusableOutput, WRONG_FORM } from '../model/model-call.ts'
import { taggedData } from '../model/prompt-parts.ts'
import { parseJsonObject, requestValidated } from '../model/request-validated.ts'
import { withModel } from '../model/with-model.ts'
import type { Research } from '../run/research.ts'
import type { ResearchStep } from './search-result.ts'

/** How long the model may take for other queries, ms, and the bound of its reply. */
const WIDEN_TIMEOUT_MS = 30_000
const MAX_WIDEN_TOKENS = 300
/** Maximum number of other queries. */
const MAX_QUERIES = 3
const MAX_QUERY_CHARS = 160
/** Maximum number of found titles that the model is shown. */
const MAX_TITLES = 12

const queriesShape = z.object({
  queries: z.array(
    z
      .string()
      .transform((text) => stripInvisible(text).replace(/\s+/g, ' ').trim().slice(0, MAX_QUERY_CHARS)),
  ),
})

/** Asks the model for other searches of a step that found too few works; none where it has none or fails. */
export async function* requestOtherQueries(
  research: Research,
  step: ResearchStep,
): AsyncGenerator<ResearchEvent, string[]> {
  const { question, read } = research.state()
  const tried = research.state().steps.find(({ step_id }) => step_id === step.step_id)?.searches ?? []
  const titles = read.filter(({ step_ids }) => step_ids.includes(step.step_id)).slice(0, MAX_TITLES)
  const task = { task: 'widen' as const, about: step.step_id, title: step.title }
  const queries = yield* withModel(research, task, async (call) => {
    const { nonce } = call
    const tagged = (name: string, text: string) => taggedData(name, text, nonce)
    const { output } = await requestValidated(call, {
      messages: [
        { role: 'system', content: renderPrompt('research-widen', { nonce }) },
        {
          role: 'user',
          content: [
            tagged('question', question),
            tagged('step', `${step.title}\n${step.goal}`.trim()),
            tagged('tried', tried.map(({ query, found }) => `${query}: ${found ?? 0} passages`).join('\n')),
            tagged('found', titles.map(({ title }) => title).join('\n')),
          ].join('\n\n'),
        },
      ],
      max_tokens: MAX_WIDEN_TOKENS,
      within_ms: WIDEN_TIMEOUT_MS,
      read: (text) => {
        const { success, data } = queriesShape.safeParse(parseJsonObject(text))
        if (!success) throw new UnusableOutput(WRONG_FORM)
        return data.queries
      },
    })
    return output
  })
  const triedQueries = new Set(tried.map(({ query }) => query))
  return [...new Set(queries ?? [])]
    .filter((query) => query !== '' && !triedQueries.has(query))
    .slice(0, MAX_QUERIES)
}
