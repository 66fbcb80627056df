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
