/** Names of a claim that its source does not have: acronyms, names with figures, capitalised words within sentences. */
export function missingNames(claim: string, source: string): string[] {
  const known = lettersAndDigits(source)
  // A plural of the claim may be a singular of the source; what is told is the word as the claim has it.
  return extractNames(claim).filter((name) => !known.includes(lettersAndDigits(name.replace(/s$/, ''))))
}

const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What ends the sentence before stands so near. */
const MAX_SENTENCE_END_CHARS = 20

function extractNames(text: string): string[] {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}/-]*/gu)]
  return words
    .filter(({ 0: word, index }) =>
      isDistinctiveName(
        word,
        index === 0 || /[.!?。！？]\s*$/.test(text.slice(Math.max(0, index - MAX_SENTENCE_END_CHARS), index)),
      ),
    )
    .map(([word]) => word)
}

function isDistinctiveName(word: string, first: boolean): boolean {
  if (/^\d+$/.test(word)) return false
  if (/\p{Lu}.*\p{Lu}/u.test(word) || (/\d/.test(word) && /\p{Lu}/u.test(word))) return true
  return !first && /^\p{Lu}\p{Ll}{2,}/u.test(word)
}
