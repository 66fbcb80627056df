import { promptKinds, promptTypes } from '@scinav/contract'
import { z } from 'zod'
import { readApplicationFile } from './application-files.ts'
import { placeholdersOf } from './instructions.ts'

const text = (max: number) => z.string().trim().min(1).max(max)
const name = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)

const agent = z.strictObject({
  id: name.startsWith('out_'),
  name: text(30),
  url: z.url({ protocol: /^https$/ }),
  category_id: name,
  icon: z.string().regex(/^[a-z-]{2,32}$/),
  description: text(80),
})

const externalFile = z
  .strictObject({ categories: z.array(z.strictObject({ id: name, name: text(20) })), agents: z.array(agent) })
  .refine(({ categories, agents }) => {
    const known = new Set(categories.map(({ id }) => id))
    return agents.every((each) => known.has(each.category_id))
  }, 'an agent has a category that is not listed')
  .refine(({ agents }) => new Set(agents.map(({ id }) => id)).size === agents.length, 'an id stands twice')

/** Agents of other sites, with their categories. */
export const external = readApplicationFile('external.json', externalFile)
/** One agent of another site. */
export type ExternalAgent = z.output<typeof agent>

const readyPrompt = z.strictObject({
  id: name,
  name: text(60),
  content: text(8_000),
  type: z.enum(promptTypes),
})

/** Prompts that the product brings. */
export const readyPrompts = readApplicationFile(
  'prompts.json',
  z
    .array(readyPrompt)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'an id stands twice'),
)

const aboutPapers = z.strictObject({
  name: text(20),
  content: text(400).refine(
    (content) => placeholdersOf(content).join() === 'titles',
    'names {{titles}} once and nothing else',
  ),
})

/** Ready questions about papers; `{{titles}}` stands for what the papers are called. */
export const paperPrompts = readApplicationFile(
  'agent-prompts.json',
  z.record(z.enum(promptKinds), z.array(aboutPapers).min(1)),
)
