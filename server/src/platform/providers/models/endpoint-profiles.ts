import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** What an endpoint needs beyond the common protocol; one file of `config/models`, whose README explains the fields. */
export interface EndpointProfile {
  /** Present when the service is offered as a preset to operators. */
  label?: string | undefined
  base_url?: string | undefined
  model?: string | undefined
  /** Whether the preset is for a model that runs inside the institution. */
  inside: boolean
  /** Patterns of hosts and of model names, `*` for any text; an empty list matches all. */
  hosts: string[]
  models: string[]
  /** Fields of the request body that switch reasoning off. */
  without_thinking: Record<string, unknown>
  /** Whether reasoning has to be sent back with the tool calls that it led to. */
  reasoning_with_calls: boolean
  /** How the endpoint is told the form of a reply: by a schema, by "some JSON object", or not at all. */
  reply_format: ReplyFormat
  /** The header of the API key; absent for `Authorization: Bearer`. */
  key_header?: string | undefined
}

const REPLY_FORMATS = ['json_schema', 'json_object', 'none'] as const
/** The values of `response_format.type` that an endpoint knows, the strictest one. */
export type ReplyFormat = (typeof REPLY_FORMATS)[number]

const profileShape = z.strictObject({
  label: z.string().min(1).optional(),
  base_url: z.url().optional(),
  model: z.string().optional(),
  inside: z.boolean().default(false),
  hosts: z.array(z.string().min(1)),
  models: z.array(z.string().min(1)),
  without_thinking: z.record(z.string(), z.unknown()),
  reasoning_with_calls: z.boolean(),
  reply_format: z.enum(REPLY_FORMATS).default('json_schema'),
  key_header: z
    .string()
    .regex(/^[a-z][a-z-]*$/)
    .optional(),
})

const COMMON_PROFILE: EndpointProfile = {
  inside: false,
  hosts: [],
  models: [],
  without_thinking: {},
  reasoning_with_calls: false,
  reply_format: 'json_schema',
}

/**
 * Reads the profiles of a folder, in the order of their file names.
 *
 * @throws Error that names the file and what is wrong with it.
 */
export function readEndpointProfiles(folder: URL): EndpointProfile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => {
      try {
        return profileShape.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
      } catch (cause) {
        throw new Error(`config/models/${file}: ${(cause as Error).message}`, { cause })
      }
    })
}

/** The profiles of `config/models`. */
export const endpointProfiles = readEndpointProfiles(
  new URL('../../../../../config/models/', import.meta.url),
)

/** Returns the first profile that matches an endpoint, or one without any needs. */
export function endpointProfile(
  { base_url, model }: { base_url: string; model: string },
  profiles: readonly EndpointProfile[] = endpointProfiles,
): EndpointProfile {
  const { host } = new URL(base_url)
  return (
    profiles.find(({ hosts, models }) => matchesAny(hosts, host) && matchesAny(models, model)) ??
    COMMON_PROFILE
  )
}

const matchesAny = (patterns: string[], text: string): boolean =>
  patterns.length === 0 || patterns.some((pattern) => matches(pattern.toLowerCase(), text.toLowerCase()))

/** Tells whether a text is a pattern with its `*` filled in; each part is sought once, from the left. */
function matches(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return pattern === text
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}
