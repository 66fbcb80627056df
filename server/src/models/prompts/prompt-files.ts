import { readdirSync, readFileSync } from 'node:fs'
import { type ReportStyle, reportStyles } from '@scinav/contract'

/** Every prompt with the placeholders that code fills in. */
const PROMPT_PLACEHOLDERS = {
  plan: ['nonce', 'today'],
  'judge-evidence': ['nonce'],
  'judge-citations': [],
  'answer-rules': [],
  'answer-grounded': [],
  'answer-types': [],
  'answer-general': [],
  'answer-talk': [],
  'answer-tools': [],
  revise: ['nonce'],
  'research-plan': ['most', 'nonce', 'today'],
  'research-notes': ['language', 'most', 'nonce'],
  'research-section': ['language', 'nonce', 'style'],
  'research-agreement': [],
  'research-styles': [],
  'research-revise': ['nonce'],
  'research-repair': ['language', 'nonce'],
} as const satisfies Record<string, readonly string[]>

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

/** Longest prompt, in characters; a longer one leaves a small model no room. */
const MAX_PROMPT_CHARS = 4_000
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
  }
}

function readPrompt(folder: URL, name: PromptName): string {
  const fault = (what: string) => new Error(`config/prompts/${name}.md: ${what}`)
  let text: string
  try {
    text = readFileSync(new URL(`${name}.md`, folder), 'utf8')
  } catch {
    throw fault('is missing')
  }
  const said = stripLeadingComment(text.replaceAll('\r\n', '\n')).trim()
  if (said === '') throw fault('says nothing')
  if (said.length > MAX_PROMPT_CHARS) throw fault(`is longer than ${MAX_PROMPT_CHARS} characters`)
  const found = new Set([...said.matchAll(PLACEHOLDER)].map(([, place = '']) => place))
  const wanted: readonly string[] = PROMPT_PLACEHOLDERS[name]
  const lacking = wanted.find((place) => !found.has(place))
  if (lacking) throw fault(`lacks {{${lacking}}}`)
  const unknown = [...found].find((place) => !wanted.includes(place))
  if (unknown !== undefined) throw fault(`has the unknown place {{${unknown}}}`)
  return said
}

/** Removes a comment at the beginning, which is for people. */
function stripLeadingComment(text: string): string {
  if (!text.startsWith('<!--')) return text
  const end = text.indexOf('-->')
  return end < 0 ? '' : text.slice(end + '-->'.length)
}

/**
 * Splits a prompt into its sections, one for each of `names`.
 *
 * @throws Error when a section is missing or unknown.
 */
function splitSections<Name extends string>(
  texts: Map<PromptName, string>,
  prompt: PromptName,
  names: readonly Name[],
): Map<Name, string> {
  const found = new Map<string, string>()
  for (const part of `\n${texts.get(prompt) ?? ''}`.split('\n## ').slice(1)) {
    const end = part.indexOf('\n')
    found.set(part.slice(0, end < 0 ? part.length : end).trim(), end < 0 ? '' : part.slice(end).trim())
  }
  const fault = (what: string) => new Error(`config/prompts/${prompt}.md: ${what}`)
  const lacking = names.find((name) => !found.get(name))
  if (lacking) throw fault(`lacks the section ${lacking}`)
  const unknown = [...found.keys()].find((name) => !names.some((known) => known === name))
  if (unknown !== undefined) throw fault(`has the unknown section ${unknown}`)
  return new Map(names.map((name) => [name, found.get(name) ?? '']))
}

const { texts, forms, styles } = readPrompts(new URL('../../../../config/prompts/', import.meta.url))

/** Returns a prompt with its placeholders filled in. */
export function renderPrompt<Name extends PromptName>(name: Name, values: PromptValues<Name>): string {
  const places: Record<string, string> = values
  return (texts.get(name) ?? '').replace(PLACEHOLDER, (_, place: string) => places[place] ?? '')
}

/** Returns the instruction for answers of a type. */
export const answerFormText = (form: AnswerForm): string => forms.get(form) ?? ''

/** Returns the instruction for reports of a style. */
export const reportStyleText = (style: ReportStyle): string => styles.get(style) ?? ''

/** Returns the prompt from which a system message was made, recognised by its beginning; null when there is none. */
export function detectPrompt(message: string): PromptName | null {
  return [...texts].find(([, text]) => message.startsWith(promptOpening(text)))?.[0] ?? null
}

const promptOpening = (text: string) => text.split('\n', 1)[0]?.split('{{', 1)[0] ?? text
