import { createHash } from 'node:crypto'

/** An example: its features and whether it is positive. */
export interface Example {
  features: number[]
  positive: boolean
}

/** A logistic model over standardized features. */
export interface LogisticModel {
  bias: number
  means: number[]
  scales: number[]
  weights: number[]
}

/** Strength of the quadratic penalty on the weights, relative to one example. */
const PENALTY = 2
const STEPS = 1_500
const STEP_SIZE = 0.5

/**
 * Fits a logistic regression by gradient descent on the mean log loss + PENALTY · |weights|² / (2 · examples). It starts
 * from zero and is deterministic.
 */
export function fitLogistic(examples: Example[]): LogisticModel {
  const count = examples.length
  const { means, scales } = standardization(examples)
  const rows = examples.map(({ features }) =>
    features.map((value, at) => (value - (means[at] ?? 0)) / (scales[at] ?? 1)),
  )
  let model = { bias: 0, weights: means.map(() => 0) }
  for (let step = 0; step < STEPS; step++) {
    const errors = rows.map(
      (row, at) => (sigmoid(model.bias + dot(model.weights, row)) - (examples[at]?.positive ? 1 : 0)) / count,
    )
    const slopes = model.weights.map(
      (weight, index) =>
        (PENALTY * weight) / count +
        errors.reduce((sum, error, at) => sum + error * (rows[at]?.[index] ?? 0), 0),
    )
    model = {
      bias: model.bias - STEP_SIZE * errors.reduce((sum, error) => sum + error, 0),
      weights: model.weights.map((weight, index) => weight - STEP_SIZE * (slopes[index] ?? 0)),
    }
  }
  return { ...model, means, scales }
}

/** Returns the mean and the standard deviation of each feature; 1 for a constant one. */
function standardization(examples: Example[]): Pick<LogisticModel, 'means' | 'scales'> {
  const columns = (examples[0]?.features ?? []).map((_, at) =>
    examples.map(({ features }) => features[at] ?? 0),
  )
  const means = columns.map(mean)
  const scales = columns.map((column, at) => {
    const deviation = Math.sqrt(mean(column.map((value) => (value - (means[at] ?? 0)) ** 2)))
    return deviation || 1
  })
  return { means, scales }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z))
const dot = (a: number[], b: number[]): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

/** Returns the probability that a logistic model gives to features. */
export const logisticProbability = ({ bias, means, scales, weights }: LogisticModel, features: number[]) =>
  sigmoid(
    bias +
      dot(
        weights,
        features.map((value, at) => (value - (means[at] ?? 0)) / (scales[at] ?? 1)),
      ),
  )

const FOLDS = 10

/** Returns the number of a group's part, independently of the order of the groups. */
export const partOf = (group: string, parts: number): number =>
  createHash('sha256').update(group).digest().readUInt32BE() % parts

/** Judges each item with what was trained on the items of other folds; a group, such as a question and its translation, is in one fold. */
export function crossValidate<Item extends { group: string }, Model, Judged>(
  items: Item[],
  train: (items: Item[]) => Model,
  judge: (model: Model, items: Item[]) => Judged[],
): Judged[] {
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const isHeldOut = ({ group }: Item) => partOf(group, FOLDS) === fold
    return judge(train(items.filter((each) => !isHeldOut(each))), items.filter(isHeldOut))
  })
}

/** Returns the least probability from which on a share of at least `precision` is right; the greatest when none is. */
export function leastThreshold(judged: { probability: number; right: boolean }[], precision: number): number {
  const sorted = judged.toSorted((a, b) => b.probability - a.probability)
  let [right, best] = [0, sorted[0]?.probability ?? 1]
  for (const [at, each] of sorted.entries()) {
    right += each.right ? 1 : 0
    if (right / (at + 1) >= precision) best = each.probability
  }
  return best
}

/** Describes a model as data, with the names of its features. */
export function describeModel<Name extends string>(
  { bias, means, scales, weights }: LogisticModel,
  names: readonly Name[],
) {
  const features = names.map((name, at) => {
    const [mean = 0, scale = 1, weight = 0] = [means[at], scales[at], weights[at]]
    return [name, { mean: roundWeight(mean), scale: roundWeight(scale), weight: roundWeight(weight) }]
  })
  return { bias: roundWeight(bias), features: Object.fromEntries(features) }
}

/** Rounds to four places, as models are stored. */
export const roundWeight = (value: number): number => Number(value.toFixed(4))
