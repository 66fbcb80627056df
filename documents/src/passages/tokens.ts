/**
 * About how many tokens a model makes of a text: one of each Chinese sign, one of four other characters. Nothing depends
 * on more than its size.
 */
export function estimateTokens(text: string): number {
  let wide = 0
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) >= 0x2e80) wide += 1
  return wide + Math.ceil((text.length - wide) / 4)
}
