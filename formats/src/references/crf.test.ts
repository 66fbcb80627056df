import { expect, test } from 'vitest'
import { type CrfModel, labelTokens } from './crf.ts'
import { LABELS, mayBeNext, STATES, TRANSITIONS } from './labels.ts'
import { readModel, writeModel } from './model-file.ts'

/** Numbers that look like chance and are the same every time. */
function chance(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The labels among which the likeliest are looked for, so that all their sequences can be tried. */
const SOME_LABELS = ['O', 'B-author', 'L-title', 'B-title', 'I-title'].map((name) =>
  LABELS.indexOf(name as never),
)

function someModel(random: () => number): CrfModel {
  const features = ['a', 'b', 'c'].map((name) => {
    const weights = Float32Array.from(LABELS, (_, label) =>
      SOME_LABELS.includes(label) ? random() * 4 : -50,
    )
    return [name, { labels: Uint8Array.from(LABELS.keys()), weights }] as const
  })
  const transitions = Float32Array.from(TRANSITIONS, () => random() * 2)
  return readModel(writeModel(features, transitions, 0).trimEnd().split('\n'))
}

/** Returns the numbers of the states that a sequence of labels goes through. */
function statesOf(labels: readonly number[]): number[] {
  let titled = false
  return labels.map((label) => {
    titled ||= LABELS[label]?.endsWith('-title') === true && !LABELS[label]?.startsWith('L')
    return STATES.findIndex((state) => state.label === label && state.titled === titled)
  })
}

function scoreOf(model: CrfModel, features: readonly string[][], labels: readonly number[]): number {
  const states = statesOf(labels)
  return states.reduce((sum, number, at) => {
    const [state, before] = [STATES[number], STATES[states[at - 1] ?? -1]]
    if (!state || !mayBeNext(state, before ?? null)) return Number.NEGATIVE_INFINITY
    const edge = TRANSITIONS.findIndex(([from, to]) => from === states[at - 1] && to === number)
    const own = (features[at] ?? []).map((name) => {
      const { labels: known, weights } = model.weightsOf(name) ?? {}
      return weights?.[known?.indexOf(state.label) ?? 0] ?? 0
    })
    return sum + own.reduce((a, b) => a + b, 0) + (edge < 0 ? 0 : (model.transitions[edge] ?? 0))
  }, 0)
}

test('the labels found score more than all other sequences of labels', () => {
  const random = chance(5)
  for (let round = 0; round < 6; round += 1) {
    const model = someModel(random)
    const features = Array.from({ length: 4 }, () => ['a', ...['b', 'c'].filter(() => random() < 0.6)])
    let all: number[][] = [[]]
    for (const _ of features) all = all.flatMap((labels) => SOME_LABELS.map((label) => [...labels, label]))
    const best = Math.max(...all.map((labels) => scoreOf(model, features, labels)))
    expect(scoreOf(model, features, labelTokens(model, features))).toBeCloseTo(best, 3)
  }
})

test('weights for other labels and damaged ones are refused', () => {
  const row = ['a', { labels: Uint8Array.of(1), weights: Float32Array.of(1) }] as const
  const [labels = '', transitions = '', feature = ''] = writeModel(
    [row],
    new Float32Array(TRANSITIONS.length),
    0,
  )
    .trimEnd()
    .split('\n')
  expect(readModel([labels, transitions, feature]).weightsOf('a')).toEqual(row[1])
  const swapped = labels.split(' ').toReversed().join(' ')
  for (const lines of [
    [],
    [swapped, transitions, feature],
    [transitions, feature],
    [labels, transitions.slice(2), feature],
    [labels, transitions, feature.slice(0, -1)],
  ])
    expect(() => readModel(lines)).toThrow('reference model')
})

test('weights survive being written and read, and small ones are left out', () => {
  const labels = Uint8Array.of(0, 7, 45)
  const rows = [['~w0=in', { labels, weights: Float32Array.of(1.5, -0.25, 0.01) }]] as const
  const transitions = Float32Array.from(TRANSITIONS, (_, at) => (at % 9) / 4 - 1)
  const model = readModel(writeModel(rows, transitions, 0.1).trimEnd().split('\n'))
  expect(model.transitions).toEqual(transitions)
  expect(model.weightsOf('~w0=in')).toEqual({
    labels: Uint8Array.of(0, 7),
    weights: Float32Array.of(1.5, -0.25),
  })
  expect(model.weightsOf('~w0=other')).toBeUndefined()
})
