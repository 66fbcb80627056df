import { createRequire } from 'node:module'

const nodeRequire = createRequire(import.meta.url)
/** The conversion of OpenCC, loaded with the first Chinese character instead of at start-up, because that is slow. */
let converter: ((text: string) => string) | undefined

/**
 * Returns the simplified form of a Chinese character. Characters whose simplified form is outside the basic
 * multilingual plane (勣 𪟝) keep the traditional form, which is the one in use.
 */
export function simplifyCharacter(character: string): string {
  converter ??= createConverter()
  const simplified = converter(character)
  return simplified.length === 1 ? simplified : character
}

const HAN_CHARACTER = /\p{Script=Han}/gu

/** Returns a text with its Chinese characters simplified; all other characters and all offsets are unchanged. */
export function simplifyText(text: string): string {
  return text.replace(HAN_CHARACTER, simplifyCharacter)
}

/** Creates the function that converts traditional to simplified characters. */
function createConverter(): (text: string) => string {
  // The type of require() cannot be derived from the module's declaration.
  const openCc = nodeRequire('opencc-js/t2cn') as typeof import('opencc-js/t2cn')
  return openCc.Converter({ from: 't', to: 'cn' })
}
