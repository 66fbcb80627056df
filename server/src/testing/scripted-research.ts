import { detectPrompt } from '../models/prompts/index.ts'
import type { ScriptedRequest } from './scripted-model-server.ts'
import { type ScriptedReply, say } from './scripted-replies.ts'

/** Tasks that a research run gives its model. */
export type ResearchTask = 'plan' | 'widen' | 'notes' | 'synthesis' | 'section' | 'check' | 'repair'

type ResearchReply = string | ScriptedReply
/** Replies to tasks that differ from the default ones. */
export type ResearchScript = Partial<
  Record<ResearchTask, (asked: { text: string; system: string; again: boolean }) => ResearchReply>
>

const TASK_PREFIX = 'research-'

/** Returns the research task of a request; null for any other request. */
export function researchTask({ body }: ScriptedRequest): ResearchTask | null {
  const name = detectPrompt(body.messages?.[0]?.content ?? '')
  return name?.startsWith(TASK_PREFIX) ? (name.slice(TASK_PREFIX.length) as ResearchTask) : null
}

/**
 * Creates a model that carries out every task of a research run well, from the request alone; `script` replaces single
 * replies.
 */
export const scriptedResearchModel =
  (script: ResearchScript = {}) =>
  (request: ScriptedRequest): ScriptedReply => {
    const task = researchTask(request)
    if (!task || task === 'check') return say('好的。')
    const [system, user, ...more] = request.body.messages
    const asked = { text: user.content, system: system.content, again: more.length > 0 }
    const said = (script[task] ?? DEFAULT_REPLIES[task])(asked)
    return typeof said === 'string' ? say(said) : said
  }

/** Creates the replies to requests to check citations, which the scripted model treats apart from all others. */
export const scriptedCheck =
  (check: NonNullable<ResearchScript['check']>) =>
  (_task: unknown, { body }: ScriptedRequest): ScriptedReply => {
    const [system, user, ...more] = body.messages
    const said = check({ text: user.content, system: system.content, again: more.length > 0 })
    return typeof said === 'string' ? say(said) : said
  }

/** Parses the offered works: the ids of their sentences and the sentences. */
export function parseOffered(text: string): { id: string; quote: string }[] {
  return Array.from(text.matchAll(/^(E\d+\.\d+) (.+)$/gm), ([, id = '', quote = '']) => ({ id, quote }))
}

/** Returns the ids of the offered works. */
export const parseWorks = (text: string): string[] =>
  Array.from(text.matchAll(/<work-\w+ id="(E\d+)"/g), ([, id = '']) => id)

/** Removes the full stop at the end of a sentence. */
const withoutFullStop = (quote: string) => quote.replace(/[。.]$/, '')

const DEFAULT_REPLIES: Required<Omit<ResearchScript, 'check'>> = {
  plan: () =>
    JSON.stringify({
      kind: 'method',
      steps: [
        { title: '热失控的起因', goal: '锂电池热失控由什么引起', queries: ['锂电池 热失控 机理'] },
        {
          title: '抑制的办法',
          goal: '哪些办法抑制锂电池热失控',
          queries: ['抑制 锂电池 热失控', '锂电池 预警'],
        },
      ],
    }),
  widen: () => '{"queries": []}',
  notes: ({ text }) =>
    JSON.stringify({
      notes: parseWorks(text).map((id) => ({
        ...{ id, relevance: 2, claim: '与这一步有关', method: '', data: '', figures: '', limits: '' },
        sentences: parseOffered(text).flatMap((each) => (each.id.startsWith(`${id}.`) ? [each.id] : [])),
      })),
    }),
  synthesis: ({ text }) => {
    const works = parseWorks(text)
    const rows = works.map((id) => ({ label: id, cells: [`见原文 [${id}.1]`, ''] }))
    const [one, other] = works
    return JSON.stringify({
      table: { label: '文献', dimensions: ['做法', '局限'], rows },
      agreements: [{ point: '都讨论热失控', works }],
      disagreements: [
        {
          ...{ point: '阻燃剂是否有效', why: '' },
          sides: [
            { view: '有效', works: [one] },
            { view: '无效', works: [other] },
          ],
        },
      ],
      gaps: ['缺少整包试验'],
      outline: [
        { title: '起因', purpose: '热失控的起因', works },
        { title: '抑制', purpose: '抑制的办法', works },
      ],
    })
  },
  section: ({ text }) =>
    parseOffered(text)
      .map(({ id, quote }) => `${withoutFullStop(quote)}[${id}]。`)
      .join(''),
  repair: ({ text }) => [...text.matchAll(/<item-\w+ (\d+)>/g)].map(([, at]) => `${at}: DELETE`).join('\n'),
}
