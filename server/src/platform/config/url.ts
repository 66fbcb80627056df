import { z } from 'zod'

/** An address of one of some protocols, such as `https:`. */
export const urlShape = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `应是以 ${protocols.map((protocol) => `${protocol}//`).join(' 或 ')} 开头的地址`,
  })

/** An address of the web, without the slashes at its end. */
export const webAddressShape = urlShape('http:', 'https:').transform((text) =>
  text.replace(/(?<!\/)\/+$/, ''),
)
