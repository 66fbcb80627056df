import { escapeData } from '../../language/text/clean.ts'

/** The languages of research as prompts name them. */
export const LANGUAGE_NAMES = { zh: 'Chinese', en: 'English' } as const

/** Encloses data in tags with the nonce, which the escaped data cannot contain. */
export const taggedData = (name: string, text: string, nonce: string): string =>
  `<${name}-${nonce}>\n${escapeData(text, nonce)}\n</${name}-${nonce}>`
