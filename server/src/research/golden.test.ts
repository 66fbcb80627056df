import { expect, test } from 'vitest'
import { addSubjectPapers, completeResearch } from '../testing/research-scene.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import type { ScriptedRequest } from '../testing/scripted-model-server.ts'
import { parseOffered, researchTask, scriptedResearchModel } from '../testing/scripted-research.ts'
import { testApp } from '../testing/test-app.ts'

/** A request as one reads it; nonces and days differ with each run. */
function plain({ body: { messages, temperature, max_tokens } }: ScriptedRequest): string {
  const said = messages.map(({ role, content }: Record<string, string>) => `# ${role}\n\n${content}`)
  const text: string = said.join('\n\n')
  const nonce = /<(?:question|work|item)-(\w{10})/.exec(text)?.[1] ?? 'NONCE'
  const shown = text.replaceAll(nonce, 'NONCE').replace(/Today is \d{4}-\d\d-\d\d/, 'Today is DAY')
  return `temperature ${temperature}, max_tokens ${max_tokens}\n\n${shown}\n`
}

/** Kinds of sections by their titles. */
const FORMS = new Map<string | undefined, string>([
  ['要点', 'opening'],
  ['文献间一致与分歧', 'agreement'],
  ['证据的局限与待解决的问题', 'open'],
  ['结论', 'conclusion'],
])

test('what a model is sent for a research stands in the golden files', async () => {
  const model = await scriptedModel()
  const section = ({ text }: { text: string }) =>
    `${parseOffered(text)[0]?.quote.replace('。', '')}，见于 XQ-7 材料[E1.1]。这一句没有出处，写得很长很长。`
  model.always(scriptedResearchModel({ section }))
  const app = await testApp({ env: { ...model.env, AI_CITATION_CHECK: 'words' } })
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  await completeResearch(ada, { report_style: 'popular_science' })
  const requests = new Map<string, ScriptedRequest>()
  for (const request of model.requests) {
    const task = researchTask(request)
    const title = /<section-\w+>\n(.*)\n/.exec(request.body.messages[1].content)?.[1]
    const name = task === 'section' ? `section-${FORMS.get(title) ?? 'body'}` : task
    if (name && !requests.has(name)) requests.set(name, request)
  }
  expect([...requests.keys()].toSorted()).toEqual([
    'notes',
    'plan',
    'repair',
    'section-agreement',
    'section-body',
    'section-conclusion',
    'section-open',
    'section-opening',
    'synthesis',
    'widen',
  ])
  for (const [name, request] of requests)
    await expect(plain(request)).toMatchFileSnapshot(`golden/${name}.md`)
})
