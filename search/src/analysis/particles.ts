/** Characters that join words and have no topic of their own. */
const PARTICLES = new Set('的了在和与及其对等之于中上下为是有以从向到被把或并而且也')

/** Returns whether a word is one of these particles, single characters. */
export const isParticle = (word: string) => PARTICLES.has(word)

/**
 * Returns the words of a segmented text that carry its topic, in runs separated by particles; [] when only a single
 * character would be left. A particle that does not join two words is taken for part of a word that the dictionary
 * lacks: 向量和, 与门, 上采样, 端到端.
 */
export function contentRuns(words: string[]): string[][] {
  const begins = findWordBeginnings(words)
  const joined: string[] = []
  for (const [at, word] of words.entries())
    joined.push(formsOneWord(words, begins, at) ? (joined.pop() ?? '') + word : word)
  const runs: string[][] = [[]]
  for (const word of joined)
    if (isParticle(word)) runs.push([])
    else runs.at(-1)?.push(word)
  return [...runs.flat().join('')].length < 2 ? [] : runs.filter((run) => run.length > 0)
}

/** Particles that may begin a text without being part of its first word: 在中国, 对教育的影响. */
const OPENING_PARTICLES = new Set('的了其对之于在为是以从向到也')
/**
 * Particles that begin words of which the dictionary has only the rest: 上采样, 有监督, 被字句. They hardly do after a
 * locative particle.
 */
const PARTICLE_PREFIXES = new Set('上下有被把')
/** Particles that end an expression of place or extent. */
const LOCATIVE_PARTICLES = new Set('中上下等')

/**
 * Returns for each word whether it is a particle that begins a longer word: it precedes a word and follows none, as in
 * 与门. Two of them may do so together, as in 中和反应, so the words are examined from the last to the first.
 */
function findWordBeginnings(words: string[]): boolean[] {
  const first = words.findIndex((word) => !isParticle(word) || OPENING_PARTICLES.has(word))
  /** Number of particles before the first word or opening particle; they may begin a word together. */
  const leadingParticles = first < 0 ? words.length : first
  const begins = new Array<boolean>(words.length).fill(false)
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const [previous, word = ''] = [words[at - 1], words[at]]
    const precedesWord = isContentWord(words[at + 1]) || begins[at + 1] === true
    if (!isParticle(word) || isContentWord(previous) || !precedesWord) continue
    begins[at] =
      at < leadingParticles || (PARTICLE_PREFIXES.has(word) && !LOCATIVE_PARTICLES.has(previous ?? ''))
  }
  return begins
}

/** Returns whether there is a word and it is no particle. */
const isContentWord = (word: string | undefined) => word !== undefined && !isParticle(word)

/** Returns whether a word and the previous one form one word. */
function formsOneWord(words: string[], begins: boolean[], at: number): boolean {
  return (
    at > 0 &&
    (isWordEnding(words, at) || begins[at - 1] === true || isInfix(words, at) || isInfix(words, at - 1))
  )
}

/** Particles that may end a text without being part of its last word: 视角下, 语料中的. */
const CLOSING_PARTICLES = new Set('的了也等之中上下')

/** Returns whether a particle follows a word and precedes none, as in 向量和. */
function isWordEnding(words: string[], at: number): boolean {
  const word = words[at] ?? ''
  return (
    isParticle(word) &&
    !CLOSING_PARTICLES.has(word) &&
    isContentWord(words[at - 1]) &&
    isRunEdge(words[at + 1])
  )
}

/** Returns whether a run of content ends before this word. */
const isRunEdge = (word: string | undefined) => word === undefined || CLOSING_PARTICLES.has(word)

/** Returns whether a particle is between two single characters that belong to no other word, as in 端到端. */
function isInfix(words: string[], at: number): boolean {
  const isSingleWord = (word: string | undefined) => word?.length === 1 && isContentWord(word)
  return (
    isParticle(words[at] ?? '') &&
    isSingleWord(words[at - 1]) &&
    isSingleWord(words[at + 1]) &&
    words[at - 2]?.length !== 1 &&
    words[at + 2]?.length !== 1
  )
}
