import { z } from 'zod'
import { disciplineName } from '../../library/dictionaries/index.ts'
import { extractPlaceholders } from './instructions.ts'

/** Schema of a text that must not be empty; `max` is its length in characters. */
export const requiredText = (max: number) => z.string().trim().min(1).max(max)

/** Schema of the ids of agents, prompts and categories, which stand in files beside those of the applications. */
export const entryIdShape = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)
const applicationIdShape = z.string().regex(/^[a-z][a-z0-9_]{2,39}$/)

/** Accepts a long text as an array of lines. */
const linesShape = z
  .array(z.string())
  .min(1)
  .transform((list) => list.join('\n'))

/** A category of applications. */
export const categoryShape = z.strictObject({
  id: z.string().regex(/^[a-z_]{2,32}$/),
  name: requiredText(20),
})

const inputFieldShape = z.strictObject({
  name: z.string().regex(/^[a-z_]{1,32}$/),
  label: requiredText(20),
  kind: z.enum(['text', 'textarea', 'select', 'papers']),
  required: z.boolean().default(false),
  placeholder: z.string().max(100).default(''),
  options: z.array(requiredText(40)).default([]),
  /** Maximum length in characters; for papers, their maximum number. */
  max: z.number().int().min(1).max(32_000).default(200),
})

/** Schema of an application file. */
export const definitionShape = z
  .strictObject({
    id: applicationIdShape,
    type: z.enum(['chat', 'paper_qa', 'dataset_chat', 'deep_research', 'writing', 'translate']),
    /** Path of the screen that the application opens instead of a chat. */
    screen: z
      .string()
      .regex(/^\/[A-Za-z]+(?:\?mode=[a-z]+)?$/)
      .nullable()
      .default(null),
    /** Position within the category. */
    position: z.number().int().min(1),
    name: requiredText(12),
    icon: z.string().regex(/^[a-z-]{2,32}$/),
    description: requiredText(80),
    category_id: z.string(),
    opening: requiredText(300),
    suggested_questions: z.array(requiredText(120)).min(3).max(5),
    /**
     * Source of the suggested questions: its own list, questions that the library is known to answer, or subjects on
     * which it has enough sources for a report.
     */
    suggests: z.enum(['own', 'library', 'subjects']).default('own'),
    inputs: z.array(inputFieldShape).default([]),
    /** Shown on the home screen. */
    index_flag: z.boolean().default(false),
    /** One of the default agents. */
    default_agent: z.boolean().default(false),
    /** Shown in the list of applications; the chat next to a screen is not. */
    listed: z.boolean().default(true),
    /** Can answer questions about a dataset. */
    datasets: z.boolean().default(false),
    /** Its answers are based on evidence. */
    grounded: z.boolean(),
    needs_model: z.boolean(),
    /** What the application produces from papers without a model. */
    without_model: z.enum(['quotes', 'table', 'review']).default('quotes'),
    /** Codes of the discipline groups (门类) for which the application is recommended. */
    disciplines: z.array(z.string()).default([]),
    prompts: z.strictObject({ zh: linesShape, en: linesShape }),
  })
  .superRefine((definition, ctx) => {
    for (const message of definitionFaults(definition)) ctx.addIssue({ code: 'custom', message })
  })

/** An application as described in its file. */
export type ApplicationDefinition = z.output<typeof definitionShape>

type InputField = z.output<typeof inputFieldShape>

/** Matches the example of an evidence id in a prompt: `[E1.2]` for a sentence, `[E1]` for a whole source. */
const EVIDENCE_ID = /\[E1(?:\.2)?\b/

/** Returns the contradictions in a definition, as messages for who writes the file. */
function definitionFaults(
  definition: Omit<ApplicationDefinition, 'inputs'> & { inputs: InputField[] },
): string[] {
  const fillable = new Set(
    definition.inputs.filter((each) => each.kind !== 'papers').map((each) => each.name),
  )
  const prompts = Object.entries(definition.prompts)
  return [
    ...prompts.flatMap(([language, prompt]) =>
      extractPlaceholders(prompt)
        .filter((name) => !fillable.has(name))
        .map((name) => `prompts.${language} names {{${name}}}, which is no input to fill in`),
    ),
    ...prompts
      .filter(([, prompt]) => EVIDENCE_ID.test(prompt) !== definition.grounded)
      .map(
        ([language]) =>
          `prompts.${language} has to speak of [E1.2] where answers are grounded, and only there`,
      ),
    ...(definition.grounded || definition.needs_model
      ? []
      : ['what is not grounded cannot do without a model']),
    ...definition.inputs
      .filter((each) => (each.kind === 'select') !== each.options.length > 0)
      .map((each) => `the input ${each.name} needs options exactly if it is a select`),
    ...definition.disciplines
      .filter((code) => code.length !== 2 || !disciplineName(code))
      .map((code) => `there is no 门类 ${code}`),
  ]
}
