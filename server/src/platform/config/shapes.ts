import { z } from 'zod'

/** Builds the schema of an address with one of some protocols, such as `https:`. */
export const urlShape = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `应是以 ${protocols.map((protocol) => `${protocol}//`).join(' 或 ')} 开头的地址`,
  })

/** A web address, without trailing slashes. */
export const webAddressShape = urlShape('http:', 'https:').transform((text) =>
  text.replace(/(?<!\/)\/+$/, ''),
)

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
