import { readdirSync, readFileSync } from 'node:fs'
import { type ReportStyle, reportStyles } from '@scinav/contract'

/** The prompts, one file each, with the placeholders that code fills in. */
const PROMPT_PLACEHOLDERS = {
  plan: ['nonce', 'today'],
  'judge-evidence': ['nonce'],
  'judge-citations': [],
  'answer-rules': [],
  'answer-grounded': [],
  'answer-more': [],
  'answer-next': [],
  'answer-types': [],
  'answer-general': [],
  'answer-talk': [],
  'answer-tools': [],
  revise: ['nonce'],
  'research-plan': ['fewest', 'most', 'nonce', 'today'],
  'research-widen': ['nonce'],
  'research-notes': ['language', 'nonce'],
  'research-synthesis': ['language', 'nonce', 'rows', 'sections', 'works'],
  'research-section': ['form', 'language', 'length', 'nonce', 'style'],
  'research-forms': [],
  'research-styles': [],
  'research-revise': ['nonce'],
  'research-repair': ['language', 'nonce'],
} as const satisfies Record<string, readonly string[]>

/** A prompt: its file's name without `.md`. */
export type PromptName = keyof typeof PROMPT_PLACEHOLDERS
/** The values of a prompt's placeholders. */
export type PromptValues<Name extends PromptName> = Record<(typeof PROMPT_PLACEHOLDERS)[Name][number], string>

/** The types of answer that a question may ask for, as the prompts name them. */
export const ANSWER_TYPES = [
  'number',
  'definition',
  'cause',
  'method',
  'comparison',
  'list',
  'yes_no',
  'aspect',
  'other',
] as const

/** Sections of the prompt `answer-types`: one per type, and `parts` for questions with several parts. */
const ANSWER_FORM_NAMES = [...ANSWER_TYPES, 'parts'] as const
/** A section of `answer-types`. */
export type AnswerForm = (typeof ANSWER_FORM_NAMES)[number]

/** Sections of the prompt `research-forms`: one per kind of section that a model writes. */
const SECTION_FORMS = ['opening', 'body', 'agreement', 'open', 'conclusion', 'evidence'] as const
/** A section of `research-forms`. */
export type SectionForm = (typeof SECTION_FORMS)[number]

/** Longest prompt, in characters; a longer one leaves a small model no room. */
const MAX_PROMPT_CHARS = 4_000
/** Matches a placeholder, such as `{{nonce}}`. */
const PLACEHOLDER = /\{\{(\w*)\}\}/g

/**
 * Reads and validates the prompts of a folder.
 *
 * @throws Error that names the file and what is wrong with it.
 */
export function readPrompts(folder: URL): {
  texts: Map<PromptName, string>
  forms: Map<AnswerForm, string>
  styles: Map<ReportStyle, string>
  sectionForms: Map<SectionForm, string>
} {
  const names = Object.keys(PROMPT_PLACEHOLDERS) as PromptName[]
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const stray = files.find((file) => !names.some((name) => file === `${name}.md`))
  if (stray) throw new Error(`config/prompts/${stray}: no prompt has this name`)
  const texts = new Map(names.map((name) => [name, readPrompt(folder, name)]))
  return {
    texts,
    forms: splitSections(texts, 'answer-types', ANSWER_FORM_NAMES),
    styles: splitSections(texts, 'research-styles', reportStyles),
    sectionForms: splitSections(texts, 'research-forms', SECTION_FORMS),
  }
}

/** @throws Error when the file is missing, empty or too long, or lacks a placeholder or has an unknown one. */
function readPrompt(folder: URL, name: PromptName): string {
  const fault = (reason: string) => new Error(`config/prompts/${name}.md: ${reason}`)
  let text: string
  try {
    text = readFileSync(new URL(`${name}.md`, folder), 'utf8')
  } catch {
    throw fault('is missing')
  }
  const prompt = stripLeadingComment(text.replaceAll('\r\n', '\n')).trim()
  if (prompt === '') throw fault('says nothing')
  if (prompt.length > MAX_PROMPT_CHARS) throw fault(`is longer than ${MAX_PROMPT_CHARS} characters`)
  const present = new Set([...prompt.matchAll(PLACEHOLDER)].map(([, placeholder = '']) => placeholder))
  const required: readonly string[] = PROMPT_PLACEHOLDERS[name]
  const missing = required.find((placeholder) => !present.has(placeholder))
  if (missing) throw fault(`lacks {{${missing}}}`)
  const unknown = [...present].find((placeholder) => !required.includes(placeholder))
  if (unknown !== undefined) throw fault(`has the unknown place {{${unknown}}}`)
  return prompt
}

/** Removes an HTML comment at the beginning, which is for people; one that is not closed comments out everything. */
function stripLeadingComment(text: string): string {
  if (!text.startsWith('<!--')) return text
  const end = text.indexOf('-->')
  return end < 0 ? '' : text.slice(end + '-->'.length)
}

/**
 * Splits a prompt into its sections, one for each of `names`, under headings such as `## cause`.
 *
 * @throws Error when a section is missing or unknown.
 */
function splitSections<Name extends string>(
  texts: Map<PromptName, string>,
  prompt: PromptName,
  names: readonly Name[],
): Map<Name, string> {
  const sections = new Map<string, string>()
  for (const section of `\n${texts.get(prompt) ?? ''}`.split('\n## ').slice(1)) {
    const [heading = '', ...lines] = section.split('\n')
    sections.set(heading.trim(), lines.join('\n').trim())
  }
  const fault = (reason: string) => new Error(`config/prompts/${prompt}.md: ${reason}`)
  const missing = names.find((name) => !sections.get(name))
  if (missing) throw fault(`lacks the section ${missing}`)
  const unknown = [...sections.keys()].find((heading) => !names.some((name) => name === heading))
  if (unknown !== undefined) throw fault(`has the unknown section ${unknown}`)
  return new Map(names.map((name) => [name, sections.get(name) ?? '']))
}

const { texts, forms, styles, sectionForms } = readPrompts(
  new URL('../../../../config/prompts/', import.meta.url),
)

/** Returns a prompt with its placeholders filled in. */
export function renderPrompt<Name extends PromptName>(name: Name, values: PromptValues<Name>): string {
  const byPlaceholder: Record<string, string> = values
  return (texts.get(name) ?? '').replace(
    PLACEHOLDER,
    (_, placeholder: string) => byPlaceholder[placeholder] ?? '',
  )
}

/** Returns the instruction for answers of a type. */
export const answerFormText = (form: AnswerForm): string => forms.get(form) ?? ''

/** Returns the instruction for reports of a style. */
export const reportStyleText = (style: ReportStyle): string => styles.get(style) ?? ''

/** Returns the instruction for sections of a kind. */
export const sectionFormText = (form: SectionForm): string => sectionForms.get(form) ?? ''

/** Returns the prompt from which a system message was made, recognized by its beginning; null when there is none. */
export function detectPrompt(message: string): PromptName | null {
  return [...texts].find(([, text]) => message.startsWith(promptOpening(text)))?.[0] ?? null
}

/** Returns the first line of a prompt up to its first placeholder. */
const promptOpening = (text: string) => text.split('\n', 1)[0]?.split('{{', 1)[0] ?? text
