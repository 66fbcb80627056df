import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../foundation/errors.ts'
import type { BaseContext } from './context.ts'

type SecretContext = Pick<BaseContext, 'config'>

// A sealed text is `v1.` and the base64url of nonce (IV), authentication tag and ciphertext.
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION_PREFIX = 'v1.'

const keyFilePath = ({ config }: SecretContext) => join(config.DATA_DIR, 'secret.key')

/**
 * Encrypts a secret before it is stored in the database: API keys of models, headers of tool servers. Uses AES-256-GCM
 * (NIST SP 800-38D) with the installation's key: the configured one, or else one that is created at first use in a file
 * that only its account can read.
 */
export function sealSecret(ctx: SecretContext, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, ensureKey(ctx), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return VERSION_PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/**
 * Decrypts a text that `sealSecret` encrypted.
 *
 * @throws AppError `secret.unreadable` when the key differs or the text was changed.
 */
export function openSecret(ctx: SecretContext, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(VERSION_PREFIX.length), 'base64url')
  try {
    const iv = bytes.subarray(0, IV_BYTES)
    const decipher = createDecipheriv(CIPHER, readKey(ctx), iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const body = bytes.subarray(IV_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    // Whatever is wrong with the key or the text, the remedy is the same: enter the secret again.
    throw new AppError('secret.unreadable')
  }
}

/**
 * Returns the configured key, or reads the key file.
 *
 * @throws when there is none yet.
 */
const readKey = (ctx: SecretContext): Buffer => ctx.config.SECRET_KEY ?? readFileSync(keyFilePath(ctx))

/** Returns the key, or null when neither the configuration nor a file has one. */
export function findKey(ctx: SecretContext): Buffer | null {
  try {
    return readKey(ctx)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

/** Returns the key, creating it when there is none. */
export function ensureKey(ctx: SecretContext): Buffer {
  const key = findKey(ctx)
  if (key) return key
  mkdirSync(ctx.config.DATA_DIR, { recursive: true })
  createKeyFile(keyFilePath(ctx))
  return readKey(ctx)
}

/** Creates the key file atomically: it appears complete, and of two concurrent creators the first one's key is kept. */
function createKeyFile(file: string): void {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, randomBytes(KEY_BYTES), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}
