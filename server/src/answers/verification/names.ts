/** Returns names in a claim that its source lacks: acronyms, names with digits, capitalised words within sentences. */
export function missingNames(claim: string, source: string): string[] {
  const known = lettersAndDigits(source)
  // A plural in the claim may be a singular in the source; the result keeps the word of the claim.
  return extractNames(claim).filter((name) => !known.includes(lettersAndDigits(name.replace(/s$/, ''))))
}

const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** How far before a word the end of the previous sentence is sought, in UTF-16 units. */
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
