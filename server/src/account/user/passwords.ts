import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { createCache } from '../../platform/foundation/cache.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { createFairQueue } from '../../platform/foundation/fair-queue.ts'

/** argon2id with 19 MiB, 2 passes, 1 lane (OWASP Password Storage Cheat Sheet). */
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Number of concurrent hashes. Each takes 19 MiB and a core for some 50 ms, on threads that file access and DNS lookups
 * need too.
 */
const MAX_AT_ONCE = 2
/** Hashes that may wait, of all networks and of one: at 50 ms each, five seconds and a bit over one. */
const MAX_WAITING = 200
const MAX_WAITING_PER_NETWORK = 60

const hashQueue = createFairQueue(MAX_AT_ONCE)
/** Networks of the waiting and running hashes. */
const waitingNetworks: string[] = []

/**
 * Runs an argon2 computation when its turn has come; networks take turns.
 *
 * @throws AppError `server.busy` when too many wait.
 */
async function runHashInTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
  const ofNetwork = waitingNetworks.filter((other) => other === network).length
  if (waitingNetworks.length >= MAX_WAITING || ofNetwork >= MAX_WAITING_PER_NETWORK)
    throw new AppError('server.busy')
  waitingNetworks.push(network)
  try {
    return await hashQueue.run({ id: randomUUID(), owner_id: network }, work)
  } finally {
    waitingNetworks.splice(waitingNetworks.indexOf(network), 1)
  }
}

/**
 * Hashes a password.
 *
 * @param network where the password comes from, see `networkKey`; '' for the server itself.
 * @throws AppError `server.busy` when too many wait.
 */
export function hashPassword(password: string, network = ''): Promise<string> {
  return runHashInTurn(network, () => hash(password.normalize('NFKC'), ARGON2_COST))
}

/** The hash that stands for missing ones, computed once. */
const dummyHashCache = createCache<object, string>(Number.POSITIVE_INFINITY)

/**
 * Returns whether the password is right. When there is no account, or it has no password, a dummy hash is verified
 * instead, so that the response takes equally long.
 *
 * @param network origin of the password.
 * @throws AppError `server.busy` when too many wait.
 */
export async function verifyPassword(
  password: string,
  password_hash: string | null | undefined,
  network: string,
): Promise<boolean> {
  const dummy = dummyHashCache.get(ARGON2_COST, new Date(0), () => hashPassword('a password that nobody has'))
  const compared = password_hash ?? (await dummy)
  const isRight = await runHashInTurn(network, () => verify(compared, password.normalize('NFKC')))
  return isRight && password_hash != null
}

let commonPasswords: Set<string> | undefined
/** Digits and signs at the end, as in `dragon123!`; the look-behind keeps the search linear. */
const TRAILING_NON_LETTERS = /(?<![^a-z])[^a-z]+$/
/** Shorter rests of a password, and shorter names in one, are accidental. */
const MIN_LETTERS = 4
const MIN_NAME_CHARS = 3

/**
 * Refuses a password that is guessed first: one on the list in `config/common-passwords.txt`, a repeated piece, a run
 * of neighbouring characters, or one that contains the person's own account name.
 *
 * @throws AppError `input.invalid` at `password`.
 */
export function requireStrongPassword(password: string, own: string[]): void {
  commonPasswords ??= new Set(
    readFileSync(new URL('../../../../config/common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean),
  )
  const plain = password.toLowerCase()
  const letters = plain.replace(TRAILING_NON_LETTERS, '')
  const isCommon =
    commonPasswords.has(plain) || (letters.length >= MIN_LETTERS && commonPasswords.has(letters))
  if (isCommon || isRepetitive(plain)) throw invalidInput('password', '这个密码太常见，请换一个')
  if (own.some((name) => name.length >= MIN_NAME_CHARS && plain.includes(name.toLowerCase())))
    throw invalidInput('password', '密码不能包含账号')
}

/** One piece of up to four characters, again and again: `abcabcabc`. */
const REPEATED_PIECE = /^(.{1,4}?)\1+$/

/** Returns whether a text repeats one piece of up to four characters, or is a run of consecutive character codes. */
function isRepetitive(text: string): boolean {
  if (REPEATED_PIECE.test(text)) return true
  const steps = new Set(
    Array.from(text.slice(1), (char, before) => char.charCodeAt(0) - text.charCodeAt(before)),
  )
  return steps.size === 1 && [...steps].every((step) => Math.abs(step) === 1)
}
