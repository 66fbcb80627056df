import { expect, test } from 'vitest'
import { createRandom } from '../testing/random.ts'
import { chooseMerge } from './merge-policy.ts'

const MOST = 65_536

/** Merges segments of these sizes until nothing is to be merged; answers the sizes then, and how many papers were copied. */
function settled(sizes: number[]): { sizes: number[]; copied: number } {
  let [left, copied] = [sizes, 0]
  for (;;) {
    const all = left.map((papers, segment) => ({ segment, papers, size: papers }))
    const chosen = chooseMerge(all, MOST)
    if (!chosen) return { sizes: left, copied }
    expect(chosen.length).toBeGreaterThan(1)
    const merged = chosen.reduce((sum, segment) => sum + (left[segment] ?? 0), 0)
    expect(merged).toBeLessThanOrEqual(MOST)
    copied += merged
    left = [...left.filter((_, segment) => !chosen.includes(segment)), merged]
  }
}

test('segments of like size that would be more than half full together, but not nearly full, do not stay many', () => {
  const { sizes } = settled(Array.from({ length: 20 }, () => 2_000))
  expect(sizes.length).toBeLessThan(6)
})

test('whatever segments there are, few small ones are left, and no paper is copied often', () => {
  const random = createRandom(4)
  for (let round = 0; round < 300; round += 1) {
    const sizes = random.some(1, 200, () => 1 + random.below(random.pick([10, 300, 3_000, 9_000, 40_000])))
    const { sizes: left, copied } = settled(sizes)
    const sum = (list: number[]) => list.reduce((total, papers) => total + papers, 0)
    expect(sum(left)).toBe(sum(sizes))
    // Six tiers are below half of the greatest segment, each with fewer segments than are merged together.
    expect(left.filter((papers) => papers <= MOST / 2).length).toBeLessThanOrEqual(6 * 5)
    expect(copied).toBeLessThan(7 * sum(sizes))
  }
})
