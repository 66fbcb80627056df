import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { cached } from '../../platform/foundation/cached.ts'
import { AppError, invalid } from '../../platform/foundation/errors.ts'
import { fairQueue } from '../../platform/foundation/fair-queue.ts'

/** argon2id with 19 MiB, 2 passes, 1 lane (OWASP Password Storage Cheat Sheet). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes 19 MiB and a core for some 50 ms, and threads that files and names are looked up with too. */
const MAX_AT_ONCE = 2
const MAX_WAITING = 200
const MAX_WAITING_OF_NETWORK = 60

const turns = fairQueue(MAX_AT_ONCE)
/** Networks of those who wait or have their turn. */
const waiting: string[] = []

/**
 * Runs a computation of argon2 when its turn has come; networks take turns.
 *
 * @throws AppError `server.busy` where too many wait.
 */
async function inTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
  const ofNetwork = waiting.filter((each) => each === network).length
  if (waiting.length >= MAX_WAITING || ofNetwork >= MAX_WAITING_OF_NETWORK) throw new AppError('server.busy')
  waiting.push(network)
  try {
    return await turns.run({ id: randomUUID(), owner_id: network }, work)
  } finally {
    waiting.splice(waiting.indexOf(network), 1)
  }
}

/**
 * @param network where the password comes from.
 * @throws AppError `server.busy` where too many wait for theirs.
 */
export function hashPassword(password: string, network = ''): Promise<string> {
  return inTurn(network, () => hash(password.normalize('NFKC'), COST))
}

const standIn = cached<object, string>(Number.POSITIVE_INFINITY)

/**
 * Whether the password is right. Where there is no account, or it has no password, a stand-in is
 * checked instead, so that the answer takes as long.
 *
 * @param network where the password comes from.
 * @throws AppError `server.busy` where too many wait for theirs.
 */
export async function isPassword(
  password: string,
  password_hash: string | null | undefined,
  network: string,
): Promise<boolean> {
  const other = standIn.get(COST, new Date(0), () => hashPassword('a password that nobody has'))
  const against = password_hash ?? (await other)
  const right = await inTurn(network, () => verify(against, password.normalize('NFKC')))
  return right && password_hash != null
}

let common: Set<string> | undefined

/**
 * Refuses a password that everybody tries first: on the list in `config/common-passwords.txt`, one
 * character over and over, a run on the keyboard, or the person's own account name.
 *
 * @throws AppError `input.invalid` at `password`.
 */
export function refuseWeak(password: string, own: string[]): void {
  common ??= new Set(
    readFileSync(new URL('../../../../config/common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean),
  )
  const plain = password.toLowerCase()
  const core = plain.replace(/(?<![^a-z])[^a-z]+$/, '')
  if (common.has(plain) || (core.length >= 4 && common.has(core)) || isRun(plain))
    throw invalid('password', '这个密码太常见，请换一个')
  if (own.some((name) => name.length >= 3 && plain.includes(name.toLowerCase())))
    throw invalid('password', '密码不能包含账号')
}

/** One character, or one short piece, over and over; or neighbours in a row such as 1234567890. */
function isRun(text: string): boolean {
  if (/^(.{1,4}?)\1+$/.test(text)) return true
  const steps = new Set(
    Array.from(text.slice(1), (sign, index) => sign.charCodeAt(0) - text.charCodeAt(index)),
  )
  return steps.size === 1 && [...steps].every((step) => Math.abs(step) === 1)
}
