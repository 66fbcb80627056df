import { promptKinds, promptTypes } from '@scinav/contract'
import { z } from 'zod'
import { readApplicationFile } from './application-files.ts'
import { extractPlaceholders } from './instructions.ts'

const textShape = (max: number) => z.string().trim().min(1).max(max)
const nameShape = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)

const agentShape = z.strictObject({
  id: nameShape.startsWith('out_'),
  name: textShape(30),
  url: z.url({ protocol: /^https$/ }),
  category_id: nameShape,
  icon: z.string().regex(/^[a-z-]{2,32}$/),
  description: textShape(80),
})

const externalFileShape = z
  .strictObject({
    categories: z.array(z.strictObject({ id: nameShape, name: textShape(20) })),
    agents: z.array(agentShape),
  })
  .refine(({ categories, agents }) => {
    const known = new Set(categories.map(({ id }) => id))
    return agents.every((each) => known.has(each.category_id))
  }, 'an agent has a category that is not listed')
  .refine(({ agents }) => new Set(agents.map(({ id }) => id)).size === agents.length, 'an id stands twice')

/** Agents of other sites, with their categories. */
export const externalAgents = readApplicationFile('external.json', externalFileShape)
/** An agent of another site. */
export type ExternalAgent = z.output<typeof agentShape>

const builtInPromptShape = z.strictObject({
  id: nameShape,
  name: textShape(60),
  content: textShape(8_000),
  type: z.enum(promptTypes),
})

/** Built-in prompts. */
export const builtInPrompts = readApplicationFile(
  'prompts.json',
  z
    .array(builtInPromptShape)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'an id stands twice'),
)

const paperPromptShape = z.strictObject({
  name: textShape(20),
  content: textShape(400).refine(
    (content) => extractPlaceholders(content).join() === 'titles',
    'names {{titles}} once and nothing else',
  ),
})

/** Built-in questions about papers; `{{titles}}` is replaced by the names of the papers. */
export const paperPrompts = readApplicationFile(
  'agent-prompts.json',
  z.record(z.enum(promptKinds), z.array(paperPromptShape).min(1)),
)
