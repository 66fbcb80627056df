import { splitList } from './names.ts'
import { convertCnkiScripts } from './text.ts'

/** This module holds what exports of CNKI have in common, and those of Wanfang and VIP, which follow them. */

/** Removes CNKI's marks, `Abstract(#br)…` and `<正>…`, and converts superscripts such as `~(2+)`. */
export function cleanCnkiText(text: string | null): string | null {
  if (text === null) return null
  const plain = text
    .replace(/^\s*(?:Abstract|摘\s*要)\s*(?:\(#br\)|[:：])/i, '')
    .replaceAll('(#br)', ' ')
    .replace(/^\s*[<〈《]正[>〉》]\s*/, '')
  return convertCnkiScripts(plain)
}

/** Splits keywords: `关键词一;;关键词二`. */
export function splitCnkiKeywords(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(/[;；]+|,(?=\p{Script=Han})/u))
    .map((text) => convertCnkiScripts(text))
}

/** Splits institutions, which are separated by `;`, possibly with a trailing one. */
export function splitCnkiInstitutions(texts: readonly string[]): string[] {
  return texts.flatMap(splitList).map((each) => each.replace(/!/g, ' '))
}
