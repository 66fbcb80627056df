import { phrasePattern } from '../../language/phrases.ts'
import { type PolarityReading, readPolarity } from './read-polarity.ts'

/** Phrases that deny an effect. */
const DENIAL = phrasePattern('negation/denies-effect')

/** Returns whether one of two sentences denies what the other states about the same things. */
export function contradicts(one: string, other: string): boolean {
  if (DENIAL.test(one) === DENIAL.test(other)) return false
  const { agreeing, opposing } = agreement(readPolarity(one), readPolarity(other))
  return opposing > agreeing
}

/** How many tokens a word may be from a direction that is attached to it. */
const DIRECTION_WINDOW = 6

/** The weights with which a source agrees with the directions of a claim and opposes them. */
interface Agreement {
  agreeing: number
  opposing: number
}

/**
 * Compares the directions that claim and source attach to the same words. A shared word within `DIRECTION_WINDOW`
 * tokens of a direction in both texts votes with weight 1 / (distance in the claim + distance in the source), a word
 * that is the direction itself like its neighbor.
 */
function agreement(claim: PolarityReading, source: PolarityReading): Agreement {
  const votes: Agreement = { agreeing: 0, opposing: 0 }
  for (const direction of claim.directions) {
    const found = [...claim.content].flatMap(([stem, positions]) => {
      const distance = Math.min(...positions.map((at) => Math.abs(at - direction.position)))
      const nearest =
        distance <= DIRECTION_WINDOW ? nearestDirection(source, source.content.get(stem) ?? []) : null
      return nearest ? [{ sign: nearest.sign, weight: 1 / Math.max(1, distance + nearest.distance) }] : []
    })
    for (const { sign, weight } of found) votes[sign === direction.sign ? 'agreeing' : 'opposing'] += weight
  }
  return votes
}

/** Returns the direction of a text nearest to any of the positions, within `DIRECTION_WINDOW` tokens; null without one. */
function nearestDirection(
  { directions }: PolarityReading,
  positions: number[],
): { sign: number; distance: number } | null {
  let best: { sign: number; distance: number } | null = null
  for (const at of positions)
    for (const { sign, position } of directions) {
      const distance = Math.abs(at - position)
      if (distance <= DIRECTION_WINDOW && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
        best = { sign, distance }
    }
  return best
}
