import type { Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { ModelRequest } from '../../platform/providers/models/port.ts'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  type HelperReplies,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'
import { verdictsOn } from '../../testing/scripted-helpers.ts'

const AUTHORS: Work['creators'] = ['Lin Fang', 'Ada Osei', 'Bo Chen', 'Ida Moe'].map((name) => ({
  name,
  role: 'author',
  affiliations: [],
}))

const FACTS = [
  'Rain gauges in mountain basins miss much of the rain.',
  'Most gauges stand in the valleys, where people live and roads are kept open in winter.',
  'Much of the rain falls on slopes that no gauge has ever seen.',
  'Radar fills the gaps but sees little behind ridges.',
  'We moved gauges for three summers and compared the totals with the runoff of the basin.',
  'Wind takes a tenth of the snow past the rim of a gauge.',
  'The records reach back forty years in two of the basins.',
]

/** Twelve papers on one subject, each of some 150 tokens. */
const PAPERS: Partial<Work>[] = Array.from({ length: 12 }, (_, at) => ({
  title: `Rain gauges in mountain basins, part ${at + 1}`,
  abstract: `${FACTS.join(' ')} With ${at + 2} more gauges the error of daily totals falls by ${at + 10}%.`,
  creators: at === 0 ? AUTHORS : AUTHORS.slice(0, 1),
  basic_sourcename: 'Journal of Hydrology of Small Basins',
  publish_date: String(2010 + at),
  subject_codes: ['0705'],
}))

const QUESTION = 'By how much does the error of rain gauges in mountain basins fall?'

/** Two turns of a chat, and everything that the model is sent in the second. */
async function sent(context_tokens: number) {
  const { ctx, ids } = await answerScene(PAPERS)
  const help: HelperReplies = {
    'judge-citations': ({ messages }) => verdictsOn(messages[1]?.content ?? '', () => 'unsupported'),
    plan: () =>
      JSON.stringify({
        question:
          'By how much does the error of rain gauges in mountain basins fall, and where do they stand?',
        type: 'comparison',
        parts: ['By how much does the error of rain gauges fall?', 'Where do rain gauges stand?'],
        queries: ['雨量计 误差 山区流域', 'rain gauges error mountain basins'],
      }),
  }
  const first = scriptedChatModel(
    [[textPart('The error of daily totals falls by 10% [E1].')]],
    context_tokens,
  )
  const one = await collectAnswer(ctx, createAnswerTask(QUESTION, { model: first.model }))
  const wrong = 'Monks in Tibet brewed beer from barley [E2].'
  const second = scriptedChatModel([[textPart(wrong)]], context_tokens, help)
  const history = [{ question: QUESTION, answer: one.text, citations: one.citations }]
  const asked = createAnswerTask('What of the error, and where do the gauges stand?', {
    model: second.model,
    checker: second.model,
    history,
    instructions: 'You answer questions of scholars.',
  })
  await collectAnswer(ctx, asked)
  const requests = [...second.helped, { task: 'answer', request: second.requests[0] as ModelRequest }]
  return new Map(requests.map(({ task, request }) => [task, plain(request, ids)]))
}

/** A request as one reads it; ids and nonces differ with each run. */
function plain({ messages, temperature, max_tokens }: ModelRequest, ids: string[]): string {
  const head = `temperature ${temperature}, max_tokens ${max_tokens ?? 'as the model has it'}`
  const said = messages.map(({ role, content }) => `# ${role}\n\n${content}`).join('\n\n')
  const nonce = /(?:evidence|question|item|passages|claims)-(\w{10})/.exec(said)?.[1] ?? 'NONCE'
  const shown = ids.reduce(
    (all, id, at) => all.replaceAll(id, `paper-${at + 1}`),
    said.replaceAll(nonce, 'NONCE'),
  )
  return `${head}\n\n${shown}\n`
}

test.each([
  [4_000, '4k'],
  [128_000, '128k'],
])(
  'what a model with a context of %i tokens is sent stands in the golden files',
  async (context_tokens, name) => {
    const requests = await sent(context_tokens)
    expect([...requests.keys()].toSorted()).toEqual([
      'answer',
      'judge-citations',
      'judge-evidence',
      'plan',
      'revise',
    ])
    for (const [task, request] of requests)
      await expect(request).toMatchFileSnapshot(`golden/${task}-${name}.md`)
  },
)
