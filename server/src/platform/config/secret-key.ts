import { z } from 'zod'

const KEY_BYTES = 32
const SHAPE_MESSAGE = '应是 32 个字节的 base64 或十六进制，可以用 openssl rand -base64 32 生成'

/** A key of 32 bytes, as base64 (either alphabet, padded or not) or hexadecimal. */
export const secretKeyShape = z.string().transform((text, ctx) => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const key = Buffer.from(text, 'base64')
  if (/^[\w+/-]{43}=?$/.test(text) && key.length === KEY_BYTES) return key
  ctx.addIssue({ code: 'custom', message: SHAPE_MESSAGE })
  return z.NEVER
})
