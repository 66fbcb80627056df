import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { createFairQueue } from '../../platform/foundation/fair-queue.ts'

/** argon2id with 19 MiB, 2 passes, 1 lane (OWASP Password Storage Cheat Sheet). */
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Number of concurrent hashes. Each takes 19 MiB and a core for some 50 ms, on threads that file access and DNS lookups
 * need too.
 */
const MAX_AT_ONCE = 2
/**
 * Number of hashes that may be queued, running ones included. With two at once and 50 ms each, the last of them waits 5 s
 * at most.
 */
const MAX_QUEUED = 200
/** Number of these that one network may have, so that a flood from one place leaves room for others; 1.5 s of work. */
const MAX_QUEUED_PER_NETWORK = 60

const hashQueue = createFairQueue(MAX_AT_ONCE)
/** The network of each queued hash, running ones included. */
const queuedNetworks: string[] = []

/**
 * Runs an argon2 computation when its turn has come; networks take turns.
 *
 * @throws AppError `server.busy` at once when `MAX_QUEUED` or `MAX_QUEUED_PER_NETWORK` is reached.
 */
async function runHashInTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
  const queuedOfNetwork = queuedNetworks.filter((other) => other === network).length
  if (queuedNetworks.length >= MAX_QUEUED || queuedOfNetwork >= MAX_QUEUED_PER_NETWORK)
    throw new AppError('server.busy')
  queuedNetworks.push(network)
  try {
    return await hashQueue.run({ id: randomUUID(), owner_id: network }, work)
  } finally {
    queuedNetworks.splice(queuedNetworks.indexOf(network), 1)
  }
}

/**
 * Hashes a password after Unicode normalization (NFKC), so that it can be typed on any keyboard. Returns argon2's text,
 * which contains cost and salt.
 *
 * @param network where the password comes from, see `networkKey`; '' for the server itself.
 * @throws AppError `server.busy` when too many wait.
 */
export function hashPassword(password: string, network = ''): Promise<string> {
  return runHashInTurn(network, () => hash(password.normalize('NFKC'), ARGON2_COST))
}

let dummyHash: Promise<string> | undefined

/** Returns the hash that stands for missing ones. It is computed once, and again only after that failed. */
function getDummyHash(): Promise<string> {
  if (!dummyHash) {
    dummyHash = hashPassword('a password that nobody has')
    dummyHash.catch(() => {
      dummyHash = undefined
    })
  }
  return dummyHash
}

/**
 * Returns whether the password is right. When there is no account, or it has no password, a dummy hash is verified
 * instead, so that the response takes equally long; the result is then false.
 *
 * @param password_hash undefined without an account, null for an account without a password.
 * @param network origin of the password, as for `hashPassword`.
 * @throws AppError `server.busy` when too many wait.
 */
export async function verifyPassword(
  password: string,
  password_hash: string | null | undefined,
  network: string,
): Promise<boolean> {
  // Begun whether or not it is needed: the first log-in of any account prepares it, so that later it costs no time.
  const dummy = getDummyHash()
  const compared = password_hash ?? (await dummy)
  const isRight = await runHashInTurn(network, () => verify(compared, password.normalize('NFKC')))
  return isRight && password_hash != null
}

/** The list of common passwords in lower case; read from the disk when it is first needed. */
let commonPasswords: Set<string> | undefined
/** Digits and signs at the end, as in `dragon123!`; the look-behind keeps the search linear. */
const TRAILING_NON_LETTERS = /(?<![^a-z])[^a-z]+$/
/** A password is also common when what is left without them, its stem, is; shorter stems match by accident. */
const MIN_STEM_CHARS = 4
/** A password must not contain the account name; shorter names occur in one by accident. */
const MIN_NAME_CHARS = 3

/**
 * Refuses a password that is guessed first: one on the list in `config/common-passwords.txt`, a repeated piece, a run
 * of consecutive characters, or one that contains the person's own account name. The case of letters does not matter.
 * Length is not checked here: the contract bounds it.
 *
 * @param ownNames the account names of the person; empty when the account is not known yet.
 * @throws AppError `input.invalid` at `password`.
 */
export function requireStrongPassword(password: string, ownNames: string[]): void {
  commonPasswords ??= new Set(
    readFileSync(new URL('../../../../config/common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean),
  )
  const lowerCase = password.toLowerCase()
  const stem = lowerCase.replace(TRAILING_NON_LETTERS, '')
  const isCommon =
    commonPasswords.has(lowerCase) || (stem.length >= MIN_STEM_CHARS && commonPasswords.has(stem))
  if (isCommon || isRepetitive(lowerCase)) throw invalidInput('password', '这个密码太常见，请换一个')
  if (ownNames.some((name) => name.length >= MIN_NAME_CHARS && lowerCase.includes(name.toLowerCase())))
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
