/**
 * Estimates how many tokens a language model makes of a text: one per UTF-16 unit from U+2E80 on (Chinese and other
 * wide characters), one per four other characters. Callers only rely on its order of magnitude.
 */
export function estimateTokens(text: string): number {
  let wide = 0
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) >= 0x2e80) wide += 1
  return wide + Math.ceil((text.length - wide) / 4)
}
