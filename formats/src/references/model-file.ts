// The file of the weights: a line with the names of the labels, one for the transitions, then one for each feature,
// sorted by name. A weight is two characters of base 64; in lines of features the character of its label stands before
// it: `s0=Xxx<TAB>BgACf9`.
import type { CrfModel, LabelWeights } from './crf.ts'
import { loadDataLines, readDataLines } from './data-files.ts'
import { LABELS, TRANSITIONS } from './labels.ts'

/** The digits of base 64 in the order of their values, 0 to 63. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const BASE = DIGITS.length
/** The value of each digit by its ASCII code; 0 for other characters. */
const VALUES = new Uint8Array(128)
for (let value = 0; value < BASE; value += 1) VALUES[DIGITS.charCodeAt(value)] = value
/** Number of different weights: those of two characters. */
const LEVELS = BASE * BASE
/** The difference between two neighbouring weights of the file. */
const STEP = 1 / 128
/** The number that stands for the weight 0; smaller ones are negative weights. */
const ZERO_LEVEL = LEVELS / 2

/** The first line; a file with another one was trained for other labels. */
const LABEL_LINE = LABELS.join(' ')

// Read the digit, or the weight of two digits, at a position of a text.
const readDigit = (text: string, at: number): number => VALUES[text.charCodeAt(at)] ?? 0
const readWeight = (text: string, at: number): number =>
  (readDigit(text, at) * BASE + readDigit(text, at + 1) - ZERO_LEVEL) * STEP

/** Writes a weight as two digits, rounded to `STEP` and bounded by the first and the last level. */
function writeWeight(weight: number): string {
  const level = Math.min(Math.max(Math.round(weight / STEP) + ZERO_LEVEL, 0), LEVELS - 1)
  return DIGITS.charAt(Math.floor(level / BASE)) + DIGITS.charAt(level % BASE)
}

/**
 * Returns the text of a model's file. Weights are rounded to `STEP` and bounded by ±`ZERO_LEVEL · STEP`; those of
 * features whose absolute value is below `minWeight` are left out.
 */
export function writeModel(
  features: Iterable<readonly [string, LabelWeights]>,
  transitions: Float32Array,
  minWeight: number,
): string {
  const lines = Array.from(features, ([name, { labels, weights }]) => {
    const kept = Array.from(labels, (label, at) => [label, weights[at] ?? 0] as const).filter(
      ([, weight]) => Math.abs(weight) >= minWeight,
    )
    return kept.length === 0
      ? ''
      : `${name}\t${kept.map(([label, weight]) => DIGITS.charAt(label) + writeWeight(weight)).join('')}`
  }).filter((line) => line !== '')
  return `${[LABEL_LINE, Array.from(transitions, writeWeight).join(''), ...lines.toSorted()].join('\n')}\n`
}

/** Length of the weights of a feature for one label, in characters. */
const LABEL_WEIGHT_CHARS = 3

/** Decodes the weights of a feature, whose text has a length divisible by `LABEL_WEIGHT_CHARS`. */
function readLabelWeights(text: string): LabelWeights {
  const count = text.length / LABEL_WEIGHT_CHARS
  const [labels, weights] = [new Uint8Array(count), new Float32Array(count)]
  for (let at = 0; at < count; at += 1) {
    labels[at] = readDigit(text, at * LABEL_WEIGHT_CHARS)
    weights[at] = readWeight(text, at * LABEL_WEIGHT_CHARS + 1)
  }
  return { labels, weights }
}

/** Lines of a model that are read before other work gets a turn: some milliseconds. */
const LINES_PER_TURN = 4_000

/**
 * Reads the lines of a model in steps; the weights of a feature are decoded when they are first needed.
 *
 * @throws Error for a file that was trained for other labels or is damaged.
 */
function* readModelSteps(lines: readonly string[]): Generator<void, CrfModel> {
  const [labels, transitions = ''] = lines
  if (labels !== LABEL_LINE || transitions.length !== 2 * TRANSITIONS.length)
    throw new Error('The weights of the reference model were trained for other labels.')
  const encoded = new Map<string, string>()
  for (const [at, line] of lines.entries()) {
    const tab = line.indexOf('\t')
    if (tab >= 0 && (line.length - tab - 1) % LABEL_WEIGHT_CHARS !== 0)
      throw new Error(`Line ${at + 1} of the weights of the reference model is damaged.`)
    if (tab >= 0) encoded.set(line.slice(0, tab), line.slice(tab + 1))
    if (at % LINES_PER_TURN === LINES_PER_TURN - 1) yield
  }
  const decoded = new Map<string, LabelWeights>()
  return {
    transitions: Float32Array.from(TRANSITIONS, (_, at) => readWeight(transitions, at * 2)),
    weightsOf(feature) {
      const text = encoded.get(feature)
      if (text === undefined) return undefined
      const known = decoded.get(feature)
      if (known) return known
      const weights = readLabelWeights(text)
      decoded.set(feature, weights)
      return weights
    },
  }
}

/** Reads the lines of a model at once; throws as `readModelSteps` does. */
export function readModel(lines: readonly string[]): CrfModel {
  const steps = readModelSteps(lines)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const MODEL_FILE = 'reference-weights.tsv'
let loaded: CrfModel | undefined

/** Returns the model. Its file is read on the first call, unless `loadReferenceModel` has read it. */
export function requireModel(): CrfModel {
  loaded ??= readModel(readDataLines(MODEL_FILE))
  return loaded
}

/**
 * Reads the model in short steps, between which other work goes on, so that the first reference need not wait for it.
 */
export async function loadReferenceModel(): Promise<void> {
  const steps = readModelSteps(await loadDataLines(MODEL_FILE))
  while (!loaded) {
    const { done, value } = steps.next()
    if (done) loaded ??= value
    else await new Promise((resolve) => setImmediate(resolve))
  }
}
