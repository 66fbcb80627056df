import { expect, test } from 'vitest'
import { differentiate, trainCrf } from '../bench/crf-training.ts'
import { createRandom } from '../bench/random.ts'
import { LABELS, TRANSITIONS } from '../formats/src/references/labels.ts'

const labelsOf = (...names: string[]): number[] => names.map((name) => LABELS.indexOf(name as never))

/** Three tokens, the second of which may have either of two labels. */
const example = {
  features: [Int32Array.of(0, 1), Int32Array.of(1, 2), Int32Array.of(0, 2, 3)],
  allowed: [labelsOf('B-author'), labelsOf('I-author', 'L-title'), labelsOf('B-title')],
}
/** The same, where each token has one label. */
const sure = { ...example, allowed: example.allowed.map((labels) => labels.slice(0, 1)) }
const FEATURES = 4

test.each([
  ['unsure', example],
  ['sure', sure],
])(
  'derivatives of the loss of an example that is %s are those that small changes of the weights show',
  (_, example) => {
    const random = createRandom(7)
    const some = (count: number) => Float64Array.from({ length: count }, () => random.share() - 0.5)
    const [features, transitions] = [some(FEATURES * LABELS.length), some(TRANSITIONS.length)]
    const slopes = differentiate(example, features, transitions)
    const byFeature = new Float64Array(features.length)
    for (const [at, names] of example.features.entries())
      for (const name of names)
        for (let label = 0; label < LABELS.length; label += 1) {
          const index = name * LABELS.length + label
          byFeature[index] = (byFeature[index] ?? 0) + (slopes.tokens[at * LABELS.length + label] ?? 0)
        }
    const change = (weights: Float64Array, at: number): number => {
      const [step, before] = [1e-5, weights[at] ?? 0]
      const lossWith = (value: number) => {
        weights[at] = value
        return differentiate(example, features, transitions).loss
      }
      const slope = (lossWith(before + step) - lossWith(before - step)) / (2 * step)
      weights[at] = before
      return slope
    }
    for (let at = 0; at < features.length; at += 5)
      expect(change(features, at)).toBeCloseTo(byFeature[at] ?? 0, 6)
    for (let at = 0; at < transitions.length; at += 11)
      expect(change(transitions, at)).toBeCloseTo(slopes.edges[at] ?? 0, 6)
  },
)

test('training lowers the loss, and gives the same weights for the same seed', () => {
  const train = () => {
    const losses: number[] = []
    const weights = trainCrf([example, example], {
      featureCount: FEATURES,
      epochs: 5,
      rate: 0.1,
      penalty: 0.001,
      dropout: 0.2,
      random: createRandom(3),
      report: (_, loss) => losses.push(loss),
    })
    return { losses, weights }
  }
  const [one, other] = [train(), train()]
  expect(one.losses.at(-1)).toBeLessThan(one.losses[0] ?? 0)
  expect(one.weights).toEqual(other.weights)
})
