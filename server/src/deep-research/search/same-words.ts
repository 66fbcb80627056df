const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether two sentences are the same but for their signs, or one is a part of the other. */
export function sameWords(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)]
  return a === b || a.includes(b) || b.includes(a)
}
