import { detectPrompt } from '../models/prompts/index.ts'
import type { ScriptedRequest } from './scripted-model-server.ts'
import { type ScriptedReply, say } from './scripted-replies.ts'

/** Tasks that a research run gives its model. */
export type ResearchTask = 'plan' | 'notes' | 'section' | 'repair'

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
    if (!task) return say('好的。')
    const [system, user, ...more] = request.body.messages
    const asked = { text: user.content, system: system.content, again: more.length > 0 }
    const said = (script[task] ?? DEFAULT_REPLIES[task])(asked)
    return typeof said === 'string' ? say(said) : said
  }

/** Parses the offered evidence: ids and quotations. */
export function parseOffered(text: string): { id: string; quote: string }[] {
  const found = text.matchAll(/<evidence-\w+ id="(E\d+)"[^\n]*>\n([\s\S]*?)\n<\/evidence-/g)
  return Array.from(found, ([, id = '', quote = '']) => ({ id, quote }))
}

/** Removes the full stop at the end of a sentence. */
const withoutFullStop = (quote: string) => quote.replace(/[。.]$/, '')

const DEFAULT_REPLIES: Required<ResearchScript> = {
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
  notes: ({ text }) => [...text.matchAll(/^(S\d+) /gm)].map(([, id]) => `${id}: 与这一步有关`).join('\n'),
  section: ({ text }) =>
    parseOffered(text)
      .map(({ id, quote }) => `${withoutFullStop(quote)}[${id}]。`)
      .join(''),
  repair: ({ text }) => [...text.matchAll(/<item-\w+ (\d+)>/g)].map(([, at]) => `${at}: DELETE`).join('\n'),
}
