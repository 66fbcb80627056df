import { z } from 'zod'
import { readApplicationFile } from './application-files.ts'
import { entryIdShape, requiredText } from './application-shape.ts'
import type { ApplicationView } from './applications.ts'

const agentShape = z.strictObject({
  id: entryIdShape.startsWith('out_'),
  name: requiredText(30),
  url: z.url({ protocol: /^https$/ }),
  category_id: entryIdShape,
  icon: z.string().regex(/^[a-z-]{2,32}$/),
  description: requiredText(80),
})

const externalFileShape = z
  .strictObject({
    categories: z.array(z.strictObject({ id: entryIdShape, name: requiredText(20) })),
    agents: z.array(agentShape),
  })
  .refine(({ categories, agents }) => {
    const categoryIds = new Set(categories.map(({ id }) => id))
    return agents.every((each) => categoryIds.has(each.category_id))
  }, 'an agent has a category that is not listed')
  .refine(({ agents }) => new Set(agents.map(({ id }) => id)).size === agents.length, 'an id stands twice')

/** Agents of other sites, with their categories. */
export const externalAgents = readApplicationFile('external.json', externalFileShape)
/** An agent of another site. */
export type ExternalAgent = z.output<typeof agentShape>

/** Converts an agent of another site to the view of an application: it has no form, only an address. */
export function toExternalAgentView(agent: ExternalAgent, marked: ReadonlySet<string>): ApplicationView {
  return {
    ...agent,
    type: 'external',
    screen: null,
    opening: '',
    suggested_questions: [],
    inputs: [],
    index_flag: false,
    needs_model: false,
    model_missing: false,
    marked: marked.has(agent.id),
  }
}

/** Returns the agent of another site with an id; undefined for an application of this site. */
export function findExternalAgent(id: string): ExternalAgent | undefined {
  return externalAgents.agents.find((each) => each.id === id)
}
