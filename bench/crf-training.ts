// Trains a linear-chain conditional random field (Lafferty, McCallum and Pereira 2001): maximizes the likelihood of labels
// with AdaGrad and a penalty on the sum of the absolute weights, which makes most of them zero (Duchi and others 2011).
//
// The chain runs over states: a state is a label with whether a title has begun. Arrays over the tokens of an example
// hold one row per token: `scores` and `tokens` a value for each label, `emissions` and `forward` one for each state.
// Arrays over transitions (`edges`, `weights` of a chain) have the order of `TRANSITIONS`.
import { LABELS, mayBeNext, STATES, TRANSITIONS } from '../formats/src/references/labels.ts'
import type { Random } from './random.ts'

type Numbers = Float32Array | Float64Array

/** A reference for training. */
export interface TrainingExample {
  /** For each token, the numbers of its features. */
  features: readonly Int32Array[]
  /** For each token, the indices of the labels that it may have. */
  allowed: readonly (readonly number[])[]
}

export interface TrainingOptions {
  featureCount: number
  /** Number of passes over all examples. */
  epochs: number
  /** Learning rate of AdaGrad. */
  rate: number
  /** The weight of the penalty. */
  penalty: number
  /** The share of the features of a token that each pass leaves out, so that none relies on others alone. */
  dropout: number
  random: Random
  /** Called after each pass with the mean loss of an example. */
  report?: (epoch: number, loss: number) => void
}

export interface TrainedWeights {
  /** For each feature, a row of weights, one for each label. */
  features: Float32Array
  /** A weight for each of `TRANSITIONS`. */
  transitions: Float32Array
}

const LABEL_COUNT = LABELS.length
const STATE_COUNT = STATES.length
/** The label of each state. */
const LABEL_OF = Uint8Array.from(STATES, ({ label }) => label)
const EDGE_COUNT = TRANSITIONS.length
/**
 * The index of the first transition from each state, and the number of all: those from a state end where those from the
 * next one begin, because `TRANSITIONS` are sorted by their first state.
 */
const EDGES_FROM = Uint16Array.from([...STATES.keys(), STATE_COUNT], (state) => {
  const first = TRANSITIONS.findIndex(([from]) => from >= state)
  return first < 0 ? EDGE_COUNT : first
})
/** States that are less likely, given the tokens before, are not followed further. */
const MIN_SHARE = 1e-9
/** The state to which each transition leads. */
const TO = Uint8Array.from(TRANSITIONS, ([, to]) => to)
/** 1 for states of a first token, else 0. */
const CAN_BEGIN = Float64Array.from(STATES, (state) => (mayBeNext(state, null) ? 1 : 0))

const valueAt = (values: Numbers | Uint8Array | Uint16Array, index: number): number => values[index] ?? 0
const addTo = (values: Numbers, index: number, by: number): void => {
  values[index] = (values[index] ?? 0) + by
}

const ALL_LABELS = LABELS.map((_, label) => label)

/** What a chain is computed from: exponentials of scores and of weights. */
interface Chain {
  /** For each token and state; 0 for labels that are not allowed. */
  emissions: Float64Array
  /** The largest score of each token, subtracted from its scores so that the exponentials do not overflow. */
  shifts: Float64Array
  /** For each transition. */
  weights: Float64Array
}

/** Returns the exponentials of scores and weights; `allowed` is null where every token may have any label. */
function exponentiate(
  scores: Float64Array,
  transitions: Numbers,
  allowed: TrainingExample['allowed'] | null,
): Chain {
  const length = scores.length / LABEL_COUNT
  const emissions = new Float64Array(length * STATE_COUNT)
  const shifts = new Float64Array(length)
  for (let at = 0; at < length; at += 1) {
    const tokenScores = scores.subarray(at * LABEL_COUNT, (at + 1) * LABEL_COUNT)
    let shift = Number.NEGATIVE_INFINITY
    for (let label = 0; label < LABEL_COUNT; label += 1) shift = Math.max(shift, valueAt(tokenScores, label))
    const exponentials = new Float64Array(LABEL_COUNT)
    for (const label of allowed?.[at] ?? ALL_LABELS)
      exponentials[label] = Math.exp(valueAt(tokenScores, label) - shift)
    for (let state = 0; state < STATE_COUNT; state += 1)
      emissions[at * STATE_COUNT + state] = valueAt(exponentials, valueAt(LABEL_OF, state))
    shifts[at] = shift
  }
  const weights = new Float64Array(EDGE_COUNT)
  for (let edge = 0; edge < EDGE_COUNT; edge += 1) weights[edge] = Math.exp(valueAt(transitions, edge))
  return { emissions, shifts, weights }
}

/**
 * Adds to the states of a token what leads to them from those of the token before.
 *
 * @param row the index in `forward` of the first state of the token
 */
function stepForward(forward: Float64Array, row: number, weights: Float64Array): void {
  for (let from = 0; from < STATE_COUNT; from += 1) {
    const share = valueAt(forward, row - STATE_COUNT + from)
    if (share === 0) continue
    const end = valueAt(EDGES_FROM, from + 1)
    for (let edge = valueAt(EDGES_FROM, from); edge < end; edge += 1)
      addTo(forward, row + valueAt(TO, edge), share * valueAt(weights, edge))
  }
}

/** Returns the probabilities of the states of each token given those before, and the sums that they were divided by. */
function goForward({ emissions, weights }: Chain): { forward: Float64Array; sums: Float64Array } {
  const forward = new Float64Array(emissions.length)
  const sums = new Float64Array(emissions.length / STATE_COUNT)
  for (let at = 0; at < sums.length; at += 1) {
    const row = at * STATE_COUNT
    if (at === 0) forward.set(CAN_BEGIN)
    else stepForward(forward, row, weights)
    let sum = 0
    for (let index = row; index < row + STATE_COUNT; index += 1) {
      forward[index] = valueAt(forward, index) * valueAt(emissions, index)
      sum += valueAt(forward, index)
    }
    sums[at] = sum
    for (let index = row; index < row + STATE_COUNT; index += 1) {
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

/**
 * Computes marginals by the forward–backward algorithm (Rabiner 1989, with its scaling), over the paths through allowed
 * labels only: all labels where `allowed` is null.
 */
function computeMarginals(
  scores: Float64Array,
  transitions: Numbers,
  allowed: TrainingExample['allowed'] | null,
): Marginals {
  const chain = exponentiate(scores, transitions, allowed)
  const { forward, sums } = goForward(chain)
  const edges = new Float64Array(EDGE_COUNT)
  const tokens = new Float64Array(scores.length)
  /** Adds the probabilities of the labels of a token, those of their states together. */
  const addLabels = (at: number, backward: Float64Array) => {
    for (let state = 0; state < STATE_COUNT; state += 1)
      addTo(
        tokens,
        at * LABEL_COUNT + valueAt(LABEL_OF, state),
        valueAt(forward, at * STATE_COUNT + state) * valueAt(backward, state),
      )
  }
  let backward = new Float64Array(STATE_COUNT).fill(1)
  let logSum = 0
  for (let at = sums.length - 1; at >= 0; at -= 1) {
    const row = at * STATE_COUNT
    logSum += Math.log(valueAt(sums, at)) + valueAt(chain.shifts, at)
    addLabels(at, backward)
    if (at > 0) backward = goBackward(chain, forward, backward, edges, { row, sum: valueAt(sums, at) })
  }
  return { logSum, tokens, edges }
}

/**
 * Takes one step back from the token whose first state is at `row`, and returns the `backward` values of the token before
 * it. Adds the probabilities of the transitions of this step to `edges`.
 */
function goBackward(
  { emissions, weights }: Chain,
  forward: Float64Array,
  backward: Float64Array,
  edges: Float64Array,
  { row, sum }: { row: number; sum: number },
): Float64Array<ArrayBuffer> {
  const backwardBefore = new Float64Array(STATE_COUNT)
  const ahead = new Float64Array(STATE_COUNT)
  for (let state = 0; state < STATE_COUNT; state += 1)
    ahead[state] = (valueAt(emissions, row + state) * valueAt(backward, state)) / sum
  for (let from = 0; from < STATE_COUNT; from += 1) {
    const share = valueAt(forward, row - STATE_COUNT + from)
    if (share === 0) continue
    const end = valueAt(EDGES_FROM, from + 1)
    for (let edge = valueAt(EDGES_FROM, from); edge < end; edge += 1) {
      const part = valueAt(weights, edge) * valueAt(ahead, valueAt(TO, edge))
      addTo(backwardBefore, from, part)
      addTo(edges, edge, share * part)
    }
  }
  return backwardBefore
}

/** Returns the scores of all labels of the tokens of an example. */
function scoreExample({ features }: TrainingExample, weights: Numbers): Float64Array {
  const scores = new Float64Array(features.length * LABEL_COUNT)
  for (const [at, tokenFeatures] of features.entries()) {
    const scoreRow = at * LABEL_COUNT
    for (const feature of tokenFeatures) {
      const weightRow = feature * LABEL_COUNT
      for (let label = 0; label < LABEL_COUNT; label += 1)
        addTo(scores, scoreRow + label, valueAt(weights, weightRow + label))
    }
  }
  return scores
}

/** The key of a state in `STATE_OF`. */
const stateKey = (label: number, titled: boolean): number => label * 2 + Number(titled)
const STATE_OF = new Map(STATES.map(({ label, titled }, state) => [stateKey(label, titled), state]))
/** The index of each transition, by its two states. */
const EDGE_OF = new Map(TRANSITIONS.map(([from, to], edge) => [from * STATE_COUNT + to, edge]))
/** Labels with which a title begins, because no state has them before a title. */
const TITLE_LABELS = new Set(
  STATES.flatMap(({ label }) => (STATE_OF.has(stateKey(label, false)) ? [] : [label])),
)

/** Returns what `computeMarginals` returns where each token may have one label only, faster. */
function followLabels(scores: Float64Array, transitions: Numbers, labels: readonly number[]): Marginals {
  const [tokens, edges] = [new Float64Array(scores.length), new Float64Array(EDGE_COUNT)]
  let logSum = 0
  /** Whether a title has begun. */
  let titled = false
  /** The state of the token before, −1 for the first. */
  let before = -1
  for (const [at, label] of labels.entries()) {
    titled ||= TITLE_LABELS.has(label)
    const state = STATE_OF.get(stateKey(label, titled)) ?? 0
    const edge = EDGE_OF.get(before * STATE_COUNT + state)
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

/**
 * Returns the loss of an example, the negative logarithm of the likelihood of its labels, and its derivatives by the
 * scores of labels (`tokens`) and by the weights of transitions (`edges`). Each derivative is the probability of a label
 * or transition over all paths, minus that over the paths through allowed labels.
 */
export function differentiate(
  example: TrainingExample,
  features: Numbers,
  transitions: Numbers,
): { loss: number; tokens: Float64Array; edges: Float64Array } {
  const scores = scoreExample(example, features)
  const all = computeMarginals(scores, transitions, null)
  const hasOneLabelEach = example.allowed.every(({ length }) => length === 1)
  const gold = hasOneLabelEach
    ? followLabels(scores, transitions, example.allowed.flat())
    : computeMarginals(scores, transitions, example.allowed)
  for (let at = 0; at < all.tokens.length; at += 1) addTo(all.tokens, at, -valueAt(gold.tokens, at))
  for (let at = 0; at < EDGE_COUNT; at += 1) addTo(all.edges, at, -valueAt(gold.edges, at))
  return { loss: all.logSum - gold.logSum, tokens: all.tokens, edges: all.edges }
}

/** Weights with the sums of the squares of their derivatives, by which AdaGrad slows each of them down. */
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
  const createLearner = (size: number, weightPenalty: number): Learner => ({
    weights: new Float32Array(size),
    squares: new Float32Array(size),
    rate,
    penalty: weightPenalty,
  })
  const features = createLearner(featureCount * LABEL_COUNT, penalty)
  const transitions = createLearner(EDGE_COUNT, 0)
  const order = [...examples]
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random)
    let loss = 0
    for (const whole of order) {
      const example = leaveOut(whole, dropout, random)
      const slopes = differentiate(example, features.weights, transitions.weights)
      loss += slopes.loss
      for (const [at, tokenFeatures] of example.features.entries()) {
        const tokenSlopes = slopes.tokens.subarray(at * LABEL_COUNT, (at + 1) * LABEL_COUNT)
        const steep = steepSlopes(tokenSlopes)
        for (const feature of tokenFeatures) learn(features, feature * LABEL_COUNT, tokenSlopes, steep)
      }
      learn(transitions, 0, slopes.edges, steepSlopes(slopes.edges))
    }
    report?.(epoch, loss / examples.length)
  }
  return {
    // Without dropout a token has more features than in training, so each counts less.
    features: features.weights.map((weight) => weight * (1 - dropout)),
    transitions: transitions.weights,
  }
}

/** Leaves out a share of the features of each token. */
const leaveOut = (example: TrainingExample, share: number, random: Random): TrainingExample =>
  share === 0
    ? example
    : {
        ...example,
        features: example.features.map((indices) => indices.filter(() => random.share() >= share)),
      }

/** Derivatives below this do not move a weight. */
const MIN_SLOPE = 1e-3

/** Returns the indices of derivatives that move a weight. */
function steepSlopes(slopes: Float64Array): number[] {
  const steep: number[] = []
  for (let at = 0; at < slopes.length; at += 1) if (Math.abs(valueAt(slopes, at)) >= MIN_SLOPE) steep.push(at)
  return steep
}

/** Keeps the first steps finite. */
const MIN_SQUARE = 1e-6

/** Moves weights of a row against their derivatives by AdaGrad, then towards zero by the penalty. */
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
    const pace = rate / Math.sqrt(square + MIN_SQUARE)
    const moved = valueAt(weights, row + at) - pace * slope
    weights[row + at] = Math.sign(moved) * Math.max(Math.abs(moved) - pace * penalty, 0)
  }
}

/** Shuffles a list in place. */
function shuffle<Value>(list: Value[], random: Random): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    const [one, two] = [list[at], list[other]]
    if (one !== undefined && two !== undefined) [list[at], list[other]] = [two, one]
  }
}
