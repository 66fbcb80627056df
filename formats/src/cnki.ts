import { splitList } from './names.ts'
import { convertCnkiScripts } from './text.ts'

/** What the exports of CNKI (and of Wanfang and VIP, which follow them) have in common. */

/** `Abstract(#br)…`, `<正>…`, superscripts as `~(2+)`. */
export function cleanCnkiText(text: string | null): string | null {
  if (text === null) return null
  const plain = text
    .replace(/^\s*(?:Abstract|摘\s*要)\s*(?:\(#br\)|[:：])/i, '')
    .replaceAll('(#br)', ' ')
    .replace(/^\s*[<〈《]正[>〉》]\s*/, '')
  return convertCnkiScripts(plain)
}

/** `关键词一;;关键词二`. */
export function splitCnkiKeywords(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(/[;；]+|,(?=\p{Script=Han})/u))
    .map((text) => convertCnkiScripts(text))
}

/** Institutions stand one after the other with `;` between and behind them. */
export function splitCnkiInstitutions(texts: readonly string[]): string[] {
  return texts.flatMap(splitList).map((each) => each.replace(/!/g, ' '))
}
