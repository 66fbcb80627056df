import { createRequire } from 'node:module'

/** Loaded with the first Chinese character, not with the server: reading the tables takes 20 ms. */
const nodeRequire = createRequire(import.meta.url)
let converter: ((text: string) => string) | undefined

/**
 * The simplified form of one Chinese character. Characters whose simplified form lies outside the basic plane
 * (勣 𪟝) keep the traditional one, which is the one that is written.
 */
export function simplifyCharacter(character: string): string {
  converter ??= createConverter()
  const simplified = converter(character)
  return simplified.length === 1 ? simplified : character
}

const HAN_CHARACTER = /\p{Script=Han}/gu

/** A text with its Chinese characters in their simplified form; all else stays, as does every place in it. */
export function simplifyText(text: string): string {
  return text.replace(HAN_CHARACTER, simplifyCharacter)
}

function createConverter(): (text: string) => string {
  // require() cannot be typed by the module's own declaration.
  const openCc = nodeRequire('opencc-js/t2cn') as typeof import('opencc-js/t2cn')
  return openCc.Converter({ from: 't', to: 'cn' })
}
