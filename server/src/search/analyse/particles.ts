/** Characters that join words and carry no topic of their own. */
const PARTICLES = new Set('的了在和与及其对等之于中上下为是有以从向到被把或并而且也')
/** Those that may begin a text without being part of its first word: 在中国, 对教育的影响. */
const OPENING = new Set('的了其对之于在为是以从向到也')
/** Those that may end one without being part of its last word: 视角下, 语料中的. */
const CLOSING = new Set('的了也等之中上下')
/** Those that begin words of which a dictionary has only the rest, 上采样, 有监督, 被字句; but hardly behind a place. */
const PREFIXES = new Set('上下有被把')
const PLACES = new Set('中上下等')

export const isParticle = (word: string) => PARTICLES.has(word)

/**
 * The words of a segmented text that carry its topic, in runs between which particles stand; none where a single character
 * would be left. A particle that has nothing to join is part of the word beside it, which the dictionary does not know:
 * 向量和, 欧氏和的, 与门, 和声, 的上采样.
 */
export function contentRuns(words: string[]): string[][] {
  const runs: string[][] = [[]]
  let beginning = ''
  for (const [at, word] of words.entries()) {
    const run = runs.at(-1) ?? []
    const side = sideOf(words, at)
    if (side === 'none') runs.push([])
    else if (side === 'behind') beginning += word
    else if (side === 'before') run.push((run.pop() ?? '') + word)
    else {
      run.push(beginning + word)
      beginning = ''
    }
  }
  const found = runs.filter((run) => run.length > 0)
  return isOneCharacter(found) ? [] : found
}

const isOneCharacter = (runs: string[][]) => [...runs.flat().join('')].length < 2

/** Which neighbour a particle is part of: the word before it, the one behind it, or none; `own` for other words. */
function sideOf(words: string[], at: number): 'own' | 'before' | 'behind' | 'none' {
  const word = words[at] ?? ''
  if (!isParticle(word)) return 'own'
  const [before, behind] = [words[at - 1], words[at + 1]]
  const follows = before !== undefined && !isParticle(before)
  const leads = behind !== undefined && (!isParticle(behind) || sideOf(words, at + 1) === 'behind')
  if (follows === leads) return 'none'
  if (follows) return endsThere(behind) && !CLOSING.has(word) ? 'before' : 'none'
  return beginsThere(words, at) ? 'behind' : 'none'
}

const endsThere = (behind: string | undefined) => behind === undefined || CLOSING.has(behind)

function beginsThere(words: string[], at: number): boolean {
  const upTo = words.slice(0, at + 1)
  if (upTo.every((each) => isParticle(each) && !OPENING.has(each))) return true
  return PREFIXES.has(upTo.at(-1) ?? '') && !PLACES.has(upTo.at(-2) ?? '')
}
