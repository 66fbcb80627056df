// Trains a linear-chain conditional random field: maximizes the likelihood of labels with AdaGrad and a penalty on the
// sum of the absolute weights, which makes most of them zero (Duchi and others 2011).
import { LABELS, mayBeNext, STATES, TRANSITIONS } from '../formats/src/references/labels.ts'
import type { Random } from './random.ts'

type Numbers = Float32Array | Float64Array

/** A reference with the numbers of the features of its tokens, and of the labels that each token may have. */
export interface TrainingExample {
  features: readonly Int32Array[]
  allowed: readonly (readonly number[])[]
}

export interface TrainingOptions {
  featureCount: number
  epochs: number
  rate: number
  /** The weight of the penalty. */
  penalty: number
  /** The share of the features of a token that each pass leaves out, so that none relies on others alone. */
  dropout: number
  random: Random
  report?: (epoch: number, loss: number) => void
}

export interface TrainedWeights {
  /** For each feature, a weight for each label. */
  features: Float32Array
  /** A weight for each of `TRANSITIONS`. */
  transitions: Float32Array
}

const LABEL_COUNT = LABELS.length
const COUNT = STATES.length
const LABEL_OF = Uint8Array.from(STATES, ({ label }) => label)
const EDGES = TRANSITIONS.length
/** The number of the first transition from each state, and of all. */
const EDGES_FROM = Uint16Array.from([...STATES.keys(), COUNT], (state) => {
  const first = TRANSITIONS.findIndex(([from]) => from >= state)
  return first < 0 ? EDGES : first
})
/** States that are less likely, given the tokens before, are not followed further. */
const MIN_SHARE = 1e-9
const TO = Uint8Array.from(TRANSITIONS, ([, to]) => to)
const CAN_BEGIN = Float64Array.from(STATES, (state) => (mayBeNext(state, null) ? 1 : 0))

const valueAt = (values: Numbers | Uint8Array | Uint16Array, index: number): number => values[index] ?? 0
const addTo = (values: Numbers, index: number, by: number): void => {
  values[index] = (values[index] ?? 0) + by
}

/** What a chain is computed from: exponentials of scores and of weights. */
interface Chain {
  emissions: Float64Array
  /** The logarithm by which the emissions of each token were made smaller. */
  shifts: Float64Array
  weights: Float64Array
}

function exponentiate(
  scores: Float64Array,
  transitions: Numbers,
  allowed: TrainingExample['allowed'] | null,
): Chain {
  const length = scores.length / LABEL_COUNT
  const emissions = new Float64Array(length * COUNT)
  const shifts = new Float64Array(length)
  for (let at = 0; at < length; at += 1) {
    const own = scores.subarray(at * LABEL_COUNT, (at + 1) * LABEL_COUNT)
    let shift = Number.NEGATIVE_INFINITY
    for (let label = 0; label < LABEL_COUNT; label += 1) shift = Math.max(shift, valueAt(own, label))
    const likely = new Float64Array(LABEL_COUNT)
    for (const label of allowed?.[at] ?? ALL_LABELS) likely[label] = Math.exp(valueAt(own, label) - shift)
    for (let state = 0; state < COUNT; state += 1)
      emissions[at * COUNT + state] = valueAt(likely, valueAt(LABEL_OF, state))
    shifts[at] = shift
  }
  const weights = new Float64Array(EDGES)
  for (let edge = 0; edge < EDGES; edge += 1) weights[edge] = Math.exp(valueAt(transitions, edge))
  return { emissions, shifts, weights }
}

const ALL_LABELS = LABELS.map((_, label) => label)

/** Adds to the states of a token what leads to them from those of the token before. */
function stepForward(forward: Float64Array, here: number, weights: Float64Array): void {
  for (let from = 0; from < COUNT; from += 1) {
    const share = valueAt(forward, here - COUNT + from)
    if (share === 0) continue
    const end = valueAt(EDGES_FROM, from + 1)
    for (let edge = valueAt(EDGES_FROM, from); edge < end; edge += 1)
      addTo(forward, here + valueAt(TO, edge), share * valueAt(weights, edge))
  }
}

/** Returns the probabilities of the states of each token given those before, and the sums that they were divided by. */
function goForward({ emissions, weights }: Chain): { forward: Float64Array; sums: Float64Array } {
  const forward = new Float64Array(emissions.length)
  const sums = new Float64Array(emissions.length / COUNT)
  for (let at = 0; at < sums.length; at += 1) {
    const here = at * COUNT
    if (at === 0) forward.set(CAN_BEGIN)
    else stepForward(forward, here, weights)
    let sum = 0
    for (let index = here; index < here + COUNT; index += 1) {
      forward[index] = valueAt(forward, index) * valueAt(emissions, index)
      sum += valueAt(forward, index)
    }
    sums[at] = sum
    for (let index = here; index < here + COUNT; index += 1) {
      const share = valueAt(forward, index) / sum
      forward[index] = share < MIN_SHARE ? 0 : share
    }
  }
  return { forward, sums }
}

/** The probabilities of the labels of tokens, and the expected counts of transitions. */
interface Marginals {
  /** The logarithm of the sum over all paths. */
  logSum: number
  tokens: Float64Array
  edges: Float64Array
}

/** Computes marginals by the forward–backward algorithm, over the paths through allowed labels only. */
function computeMarginals(
  scores: Float64Array,
  transitions: Numbers,
  allowed: TrainingExample['allowed'] | null,
): Marginals {
  const chain = exponentiate(scores, transitions, allowed)
  const { forward, sums } = goForward(chain)
  const edges = new Float64Array(EDGES)
  const tokens = new Float64Array(scores.length)
  const addLabels = (at: number, backward: Float64Array) => {
    for (let state = 0; state < COUNT; state += 1)
      addTo(
        tokens,
        at * LABEL_COUNT + valueAt(LABEL_OF, state),
        valueAt(forward, at * COUNT + state) * valueAt(backward, state),
      )
  }
  let backward = new Float64Array(COUNT).fill(1)
  let logSum = 0
  for (let at = sums.length - 1; at >= 0; at -= 1) {
    const here = at * COUNT
    logSum += Math.log(valueAt(sums, at)) + valueAt(chain.shifts, at)
    addLabels(at, backward)
    if (at > 0) backward = goBackward(chain, forward, backward, edges, { here, sum: valueAt(sums, at) })
  }
  return { logSum, tokens, edges }
}

/** Takes one step back, and adds the probabilities of the transitions of this step to `edges`. */
function goBackward(
  { emissions, weights }: Chain,
  forward: Float64Array,
  backward: Float64Array,
  edges: Float64Array,
  { here, sum }: { here: number; sum: number },
): Float64Array<ArrayBuffer> {
  const next = new Float64Array(COUNT)
  const ahead = new Float64Array(COUNT)
  for (let state = 0; state < COUNT; state += 1)
    ahead[state] = (valueAt(emissions, here + state) * valueAt(backward, state)) / sum
  for (let from = 0; from < COUNT; from += 1) {
    const share = valueAt(forward, here - COUNT + from)
    if (share === 0) continue
    const end = valueAt(EDGES_FROM, from + 1)
    for (let edge = valueAt(EDGES_FROM, from); edge < end; edge += 1) {
      const part = valueAt(weights, edge) * valueAt(ahead, valueAt(TO, edge))
      addTo(next, from, part)
      addTo(edges, edge, share * part)
    }
  }
  return next
}

/** Returns the scores of all labels of the tokens of an example. */
function scoreExample({ features }: TrainingExample, weights: Numbers): Float64Array {
  const scores = new Float64Array(features.length * LABEL_COUNT)
  for (const [at, names] of features.entries()) {
    const here = at * LABEL_COUNT
    for (const name of names) {
      const row = name * LABEL_COUNT
      for (let label = 0; label < LABEL_COUNT; label += 1)
        addTo(scores, here + label, valueAt(weights, row + label))
    }
  }
  return scores
}

const STATE_OF = new Map(STATES.map(({ label, titled }, state) => [label * 2 + Number(titled), state]))
const EDGE_OF = new Map(TRANSITIONS.map(([from, to], edge) => [from * COUNT + to, edge]))
const TITLE_LABELS = new Set(STATES.flatMap(({ label }) => (STATE_OF.has(label * 2) ? [] : [label])))

/** Returns what `computeMarginals` does where each token may have one label only. */
function followLabels(scores: Float64Array, transitions: Numbers, labels: readonly number[]): Marginals {
  const [tokens, edges] = [new Float64Array(scores.length), new Float64Array(EDGES)]
  let [logSum, titled, before] = [0, false, -1]
  for (const [at, label] of labels.entries()) {
    titled ||= TITLE_LABELS.has(label)
    const state = STATE_OF.get(label * 2 + Number(titled)) ?? 0
    const edge = EDGE_OF.get(before * COUNT + state)
    if (edge !== undefined) {
      addTo(edges, edge, 1)
      logSum += valueAt(transitions, edge)
    }
    tokens[at * LABEL_COUNT + label] = 1
    logSum += valueAt(scores, at * LABEL_COUNT + label)
    before = state
  }
  return { logSum, tokens, edges }
}

/** Returns the loss of an example, and its derivatives by the scores of labels and by the weights of transitions. */
export function differentiate(
  example: TrainingExample,
  features: Numbers,
  transitions: Numbers,
): { loss: number; tokens: Float64Array; edges: Float64Array } {
  const scores = scoreExample(example, features)
  const all = computeMarginals(scores, transitions, null)
  const isSure = example.allowed.every(({ length }) => length === 1)
  const gold = isSure
    ? followLabels(scores, transitions, example.allowed.flat())
    : computeMarginals(scores, transitions, example.allowed)
  for (let at = 0; at < all.tokens.length; at += 1) addTo(all.tokens, at, -valueAt(gold.tokens, at))
  for (let at = 0; at < EDGES; at += 1) addTo(all.edges, at, -valueAt(gold.edges, at))
  return { loss: all.logSum - gold.logSum, tokens: all.tokens, edges: all.edges }
}

/** Weights with the sums of the squares of their derivatives. */
interface Learner {
  weights: Float32Array
  squares: Float32Array
  rate: number
  penalty: number
}

/** Trains weights; equal examples, options and random numbers give equal weights. */
export function trainCrf(
  examples: readonly TrainingExample[],
  { featureCount, epochs, rate, penalty, dropout, random, report }: TrainingOptions,
): TrainedWeights {
  const learner = (size: number, by: number): Learner => ({
    weights: new Float32Array(size),
    squares: new Float32Array(size),
    rate,
    penalty: by,
  })
  const features = learner(featureCount * LABEL_COUNT, penalty)
  const transitions = learner(EDGES, 0)
  const order = [...examples]
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random)
    let loss = 0
    for (const whole of order) {
      const example = leaveOut(whole, dropout, random)
      const slopes = differentiate(example, features.weights, transitions.weights)
      loss += slopes.loss
      for (const [at, names] of example.features.entries()) {
        const here = slopes.tokens.subarray(at * LABEL_COUNT, (at + 1) * LABEL_COUNT)
        const steep = steepSlopes(here)
        for (const name of names) learn(features, name * LABEL_COUNT, here, steep)
      }
      learn(transitions, 0, slopes.edges, steepSlopes(slopes.edges))
    }
    report?.(epoch, loss / examples.length)
  }
  return {
    features: features.weights.map((weight) => weight * (1 - dropout)),
    transitions: transitions.weights,
  }
}

/** Leaves out a share of the features of each token. */
const leaveOut = (example: TrainingExample, share: number, random: Random): TrainingExample =>
  share === 0
    ? example
    : { ...example, features: example.features.map((names) => names.filter(() => random.share() >= share)) }

/** Derivatives below this do not move a weight. */
const MIN_SLOPE = 1e-3

/** Returns the indices of derivatives that move a weight. */
function steepSlopes(slopes: Float64Array): number[] {
  const steep: number[] = []
  for (let at = 0; at < slopes.length; at += 1) if (Math.abs(valueAt(slopes, at)) >= MIN_SLOPE) steep.push(at)
  return steep
}

/** Moves weights against their derivatives by AdaGrad, then towards zero by the penalty. */
function learn(
  { weights, squares, rate, penalty }: Learner,
  row: number,
  slopes: Float64Array,
  steep: readonly number[],
): void {
  for (const at of steep) {
    const slope = valueAt(slopes, at)
    const square = valueAt(squares, row + at) + slope * slope
    squares[row + at] = square
    const pace = rate / Math.sqrt(square + 1e-6)
    const moved = valueAt(weights, row + at) - pace * slope
    weights[row + at] = Math.sign(moved) * Math.max(Math.abs(moved) - pace * penalty, 0)
  }
}

function shuffle<Value>(list: Value[], random: Random): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    const [one, two] = [list[at], list[other]]
    if (one !== undefined && two !== undefined) [list[at], list[other]] = [two, one]
  }
}
