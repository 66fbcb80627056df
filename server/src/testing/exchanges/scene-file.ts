import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { detectPrompt } from '../../models/prompts/index.ts'

const SCENES_FOLDER = new URL('./scenes/', import.meta.url)
const SYSTEM_MESSAGES = new URL('./system-messages.json', import.meta.url)

/** A text; one of several lines is written as a list of them. */
const textShape = z.union([z.string(), z.array(z.string())])

const stepShape = z.union([
  /** A message in a chat; that of the step before goes on when it is of the same application. */
  z.strictObject({
    ask: textShape,
    application: z.string().default('academic_qa'),
    inputs: z.record(z.string(), z.string()).default({}),
    /** Titles of the chosen papers. */
    papers: z.array(z.string()).default([]),
  }),
  z.strictObject({ research: z.string(), depth: z.enum(['brief', 'standard']).default('brief') }),
  z.strictObject({ translate: textShape, target: z.enum(['zh', 'en']) }),
  /** The title of a paper that is read aspect by aspect. */
  z.strictObject({ aspects: z.string() }),
])

const replyShape = z.union([
  textShape,
  /** A text with another end than `stop`. */
  z.strictObject({ text: textShape, finish: z.string() }),
  z.strictObject({ status: z.number().int(), message: z.string() }),
])

const exchangeShape = z.strictObject({
  /** The value of `response_format.type`. */
  form: z.string().optional(),
  /** A system message is named by its key in `system-messages.json`. */
  messages: z.array(z.strictObject({ role: z.string(), content: textShape })),
  /** Null until somebody has written it. */
  reply: replyShape.nullable(),
})

const sceneShape = z.strictObject({
  about: z.string().min(1),
  steps: z.array(stepShape).min(1),
  exchanges: z.array(exchangeShape),
  /** What each step has to come to; see the README for its notation. */
  outcomes: z.array(z.unknown()),
})

/** What a person does, what the product asks a model meanwhile, and what comes of it. */
export type ExchangeScene = z.output<typeof sceneShape>
export type SceneStep = ExchangeScene['steps'][number]
/** A request to a model and its reply. */
export type Exchange = z.output<typeof exchangeShape>
type SceneText = z.output<typeof textShape>

/** Returns a text as it is sent. */
export const joinLines = (text: SceneText): string => (typeof text === 'string' ? text : text.join('\n'))
/** Returns a text as it is written into a file. */
const splitLines = (text: string): SceneText => (text.includes('\n') ? text.split('\n') : text)

const systemMessages: Record<string, SceneText> = existsSync(SYSTEM_MESSAGES)
  ? JSON.parse(readFileSync(SYSTEM_MESSAGES, 'utf8'))
  : {}

/** Returns the names of all scenes. */
export const sceneNames = (): string[] =>
  globSync('*.json', { cwd: fileURLToPath(SCENES_FOLDER) })
    .map((file) => basename(file, '.json'))
    .toSorted()

const sceneFile = (name: string) => new URL(`${name}.json`, SCENES_FOLDER)

/** @throws ZodError when the file does not have the form of a scene. */
export const readScene = (name: string): ExchangeScene =>
  sceneShape.parse(JSON.parse(readFileSync(sceneFile(name), 'utf8')))

const writeJson = (file: URL, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

/** Puts other exchanges into the file of a scene. */
export function writeExchanges(name: string, exchanges: Exchange[]): void {
  // The file keeps the steps as they were written, without their defaults.
  writeJson(sceneFile(name), { ...JSON.parse(readFileSync(sceneFile(name), 'utf8')), exchanges })
}

/** Writes the system messages that the scenes name, and drops all others. */
export function writeSystemMessages(): void {
  const named = sceneNames().flatMap((name) =>
    readScene(name).exchanges.map(({ messages }) => messages[0]?.content),
  )
  const kept = Object.entries(systemMessages).filter(([key]) => named.includes(key))
  writeJson(SYSTEM_MESSAGES, Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

const DIGEST_CHARS = 8

/** Returns the key of a system message, by its prompt and its text, and remembers the text. */
function systemKey(content: string): string {
  const digest = hash('sha256', content, 'hex').slice(0, DIGEST_CHARS)
  const key = `${detectPrompt(content) ?? 'instructions'}-${digest}`
  systemMessages[key] = splitLines(content)
  return key
}

/** The keys of the system messages in the file. */
export const systemMessageKeys: readonly string[] = Object.keys(systemMessages)

/** The delimiters of data, which end in a nonce. */
const NONCE = /<[a-z]+-([0-9a-z]{10})[\s>]/g

/** Converts the body of a request to what a file has of it: without its nonce, and with the key of its system message. */
export function recordedRequest(body: RequestBody): Omit<Exchange, 'reply'> {
  const nonces = body.messages.flatMap(({ content }) =>
    Array.from((content ?? '').matchAll(NONCE), ([, nonce = '']) => nonce),
  )
  const plain = (content: string | null) =>
    [...new Set(nonces)].reduce((text, nonce) => text.replaceAll(nonce, 'NONCE'), content ?? '')
  const messages = body.messages.map(({ role, content }) => {
    const text = plain(content)
    return { role, content: role === 'system' ? systemKey(text) : splitLines(text) }
  })
  const form = body.response_format?.type
  return { ...(form === undefined ? {} : { form }), messages }
}

/** The part of a request that is recorded. */
export interface RequestBody {
  messages: { role: string; content: string | null }[]
  response_format?: { type: string }
}
