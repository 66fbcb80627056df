// Shapes that several groups of settings use. Messages are in Chinese: operators read them at start.
import { z } from 'zod'

/** What is wrong with settings: pairs of a setting's name and a message. */
export type SettingFault = [name: string, message: string]

/** A rule over several settings: whether it is broken, the setting to blame, and what is wrong with it. */
export type SettingRule = [isBroken: boolean, name: string, message: string]

/** Returns the faults of the broken rules, in the order of the rules; empty when all hold. */
export const brokenRules = (rules: SettingRule[]): SettingFault[] =>
  rules.flatMap(([isBroken, name, message]) => (isBroken ? [[name, message]] : []))

/** Builds the schema of an address with one of some protocols, such as `https:`. */
export const urlShape = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `应是以 ${protocols.map((protocol) => `${protocol}//`).join(' 或 ')} 开头的地址`,
  })

/** Matches the slashes at the end; the look-behind keeps the search linear for a text of many slashes. */
const TRAILING_SLASHES = /(?<!\/)\/+$/

/** A web address, without trailing slashes. */
export const webAddressShape = urlShape('http:', 'https:').transform((text) =>
  text.replace(TRAILING_SLASHES, ''),
)

/** Length of a key in bytes; it is written in hexadecimal or base64. */
const KEY_BYTES = 32
const HEX_KEY = /^[0-9a-f]{64}$/i
/** 32 bytes in either alphabet of base64: 43 characters, and a padding that may be missing. */
const BASE64_KEY = /^[\w+/-]{43}=?$/
const KEY_MESSAGE = '应是 32 个字节的 base64 或十六进制，可以用 openssl rand -base64 32 生成'

/** A key of 32 bytes, as base64 (either alphabet, padded or not) or hexadecimal. */
export const secretKeyShape = z.string().transform((text, ctx) => {
  if (HEX_KEY.test(text)) return Buffer.from(text, 'hex')
  const key = Buffer.from(text, 'base64')
  if (BASE64_KEY.test(text) && key.length === KEY_BYTES) return key
  ctx.addIssue({ code: 'custom', message: KEY_MESSAGE })
  return z.NEVER
})
