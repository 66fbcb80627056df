// A linear-chain conditional random field: finds the likeliest labels of the tokens of a reference. Labels, their
// states and the transitions between states are known by their numbers: the indices in `LABELS`, `STATES` and
// `TRANSITIONS`.
import { LABELS, mayBeNext, STATES, TRANSITIONS } from './labels.ts'

/** The weights of a feature for some labels, by their numbers. */
export interface LabelWeights {
  labels: Uint8Array
  weights: Float32Array
}

/** The weights of a model; `weightsOf` returns undefined for a feature that the model has not learned. */
export interface CrfModel {
  weightsOf: (feature: string) => LabelWeights | undefined
  /** A weight for each of `TRANSITIONS`. */
  transitions: Float32Array
}

const STATE_COUNT = STATES.length
// The label of each state, and the two states of each transition, by their numbers.
const LABEL_OF = Uint8Array.from(STATES, ({ label }) => label)
const FROM = Uint8Array.from(TRANSITIONS, ([from]) => from)
const TO = Uint8Array.from(TRANSITIONS, ([, to]) => to)
/** The score of each state at the first token: 0, or minus infinity for one that cannot stand there. */
const AT_BEGINNING = Float64Array.from(STATES, (state) =>
  mayBeNext(state, null) ? 0 : Number.NEGATIVE_INFINITY,
)

/** For each state of a token, the score of the best path to it, and the previous state on that path. */
interface BestPaths {
  scores: Float64Array
  origins: Uint8Array
}

/**
 * Returns the numbers of the likeliest labels of tokens, one per token in their order, by the Viterbi algorithm in time
 * linear in the tokens.
 *
 * @param features the features of each token.
 */
export function labelTokens(model: CrfModel, features: readonly (readonly string[])[]): number[] {
  const paths: BestPaths[] = []
  for (const tokenFeatures of features) {
    const before = paths.at(-1)
    const next = before
      ? extendPaths(before.scores, model.transitions)
      : { scores: AT_BEGINNING.slice(), origins: new Uint8Array(STATE_COUNT) }
    const labelScores = scoreLabels(model, tokenFeatures)
    for (let state = 0; state < STATE_COUNT; state += 1)
      next.scores[state] = (next.scores[state] ?? 0) + (labelScores[LABEL_OF[state] ?? 0] ?? 0)
    paths.push(next)
  }
  // Follows the best path from its last state back to its first.
  const labels = new Array<number>(paths.length).fill(0)
  let state = indexOfGreatest(paths.at(-1)?.scores ?? new Float64Array(STATE_COUNT))
  for (let at = paths.length - 1; at >= 0; at -= 1) {
    labels[at] = LABEL_OF[state] ?? 0
    state = paths[at]?.origins[state] ?? 0
  }
  return labels
}

/** Extends the best paths by one token; `before` has their scores up to the previous token. */
function extendPaths(before: Float64Array, transitions: Float32Array): BestPaths {
  const scores = new Float64Array(STATE_COUNT).fill(Number.NEGATIVE_INFINITY)
  const origins = new Uint8Array(STATE_COUNT)
  for (let edge = 0; edge < transitions.length; edge += 1) {
    const [from, to] = [FROM[edge] ?? 0, TO[edge] ?? 0]
    const score = (before[from] ?? 0) + (transitions[edge] ?? 0)
    if (score > (scores[to] ?? 0)) {
      scores[to] = score
      origins[to] = from
    }
  }
  return { scores, origins }
}

/** Returns for each label, by its number, the sum of the weights that features have for it. */
function scoreLabels({ weightsOf }: CrfModel, features: readonly string[]): Float64Array {
  const scores = new Float64Array(LABELS.length)
  for (const feature of features) {
    const { labels, weights } = weightsOf(feature) ?? {}
    if (!labels || !weights) continue
    for (let at = 0; at < labels.length; at += 1) {
      const label = labels[at] ?? 0
      scores[label] = (scores[label] ?? 0) + (weights[at] ?? 0)
    }
  }
  return scores
}

/** Returns the index of the greatest value, the first of several. */
const indexOfGreatest = (values: Float64Array): number =>
  values.reduce((best, value, at) => (value > (values[best] ?? 0) ? at : best), 0)
