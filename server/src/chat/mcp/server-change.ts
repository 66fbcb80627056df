import type { api, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { sealSecret } from '../../platform/context/secrets.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import type { ServerRow } from './server.store.ts'

type ServerInput = ParsedInputOf<typeof api.mcp.save>
type Row = ServerRow

/** Fields that the operator sets. */
type OperatorFields = Pick<
  Row,
  | 'name'
  | 'description'
  | 'transport'
  | 'url'
  | 'command'
  | 'args'
  | 'secrets'
  | 'inside'
  | 'trusted'
  | 'active'
  | 'updated_at'
>
/** Fields that the operator does not set. */
type DerivedFields = Omit<Row, keyof OperatorFields>

/** The state of a server whose present target was never tested. */
const UNAPPROVED_STATE = {
  state: 'unknown',
  message: null,
  approved_tools: null,
  approved_hash: null,
  approved_at: null,
  found_tools: null,
  found_hash: null,
  checked_at: null,
} as const

/** Maximum length of the prefix that a server's name gives the names of its tools, in characters. */
const MAX_PREFIX_CHARS = 16
/** Length of the end of a server's id in a prefix that its name cannot give, in characters. */
const ID_SUFFIX_CHARS = 6

/** Returns the derived fields of a new server; its prefix is unique. */
export function newServerFields(ctx: Context, name: string, others: Row[]): DerivedFields {
  const id = ctx.newId()
  const taken = new Set(others.map((row) => row.prefix))
  const fromName = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .replace(/(?<!_)_+$/, '')
    .slice(0, MAX_PREFIX_CHARS)
  // A Chinese name leaves no letters for a prefix.
  const prefix = fromName && !taken.has(fromName) ? fromName : `mcp_${id.slice(-ID_SUFFIX_CHARS)}`
  return { id, prefix, created_at: ctx.now().toISOString(), ...UNAPPROVED_STATE }
}

const toFlag = (value: boolean) => (value ? 1 : 0)

/** Converts the operator's input to columns; a change of the target revokes the approval. */
export function serverChange(
  ctx: Context,
  input: ServerInput,
  existing: Row | null,
): OperatorFields & Partial<Row> {
  const { name, description, transport, inside, trusted, active } = input
  const isHttp = transport === 'http'
  const target = {
    transport,
    url: isHttp ? input.url : null,
    command: isHttp ? null : input.command,
    args: JSON.stringify(isHttp ? [] : input.args),
  }
  const isNewTarget =
    existing === null ||
    existing.transport !== transport ||
    existing.url !== target.url ||
    existing.command !== target.command ||
    existing.args !== target.args
  return {
    name,
    description,
    ...target,
    secrets: JSON.stringify(sealSecrets(ctx, input, existing, isSameTarget(existing, target))),
    inside: toFlag(inside),
    trusted: toFlag(trusted),
    active: toFlag(active),
    updated_at: ctx.now().toISOString(),
    ...(isNewTarget ? UNAPPROVED_STATE : {}),
  }
}

/** Returns whether stored secrets would still go to the same command or, over HTTP, to the same origin. */
function isSameTarget(existing: Row | null, target: Pick<Row, 'transport' | 'url' | 'command'>): boolean {
  if (existing?.transport !== target.transport) return false
  if (target.transport === 'stdio') return existing.command === target.command
  return (
    existing.url !== null &&
    target.url !== null &&
    new URL(existing.url).origin === new URL(target.url).origin
  )
}

/** Headers that the protocol sets itself. */
const RESERVED_HEADERS = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'mcp-protocol-version',
  'mcp-session-id',
  'transfer-encoding',
])

/**
 * Seals the secrets of the input; one without a value keeps the stored value.
 *
 * @param mayKeep whether stored values still go to the same target.
 * @throws AppError `input.invalid` for reserved or repeated names and for a value that is missing.
 */
function sealSecrets(
  ctx: Context,
  input: ServerInput,
  existing: Row | null,
  mayKeep: boolean,
): Record<string, string> {
  const stored: Record<string, string> = existing && mayKeep ? JSON.parse(existing.secrets) : {}
  const pairs = input.secrets.map(({ name, value }, at): [string, string] => {
    if (input.transport === 'http' && RESERVED_HEADERS.has(name.toLowerCase()))
      throw invalidInput(`secrets.${at}.name`, `${name} 由协议使用，不能填写`)
    const sealed = value === null ? stored[name] : sealSecret(ctx, value)
    if (sealed === undefined)
      throw invalidInput(`secrets.${at}.value`, `请填写 ${name} 的值；换了地址或命令后要重新填写`)
    return [name, sealed]
  })
  if (new Set(pairs.map(([name]) => name.toLowerCase())).size < pairs.length)
    throw invalidInput('secrets', '名称不能重复')
  return Object.fromEntries(pairs)
}
