// npm run bench -- train-references [FOLD|--write]: trains the model that reads references
// (formats/src/references) on the labelled references of shared/data/references, and scores it in cross-validation: each
// reference is read by a model that has seen neither it nor, where a work stands in many styles, its work. FOLD names
// the only fold to test. --write stores the model of all references in formats/src/references/reference-weights.tsv.
import { writeFileSync } from 'node:fs'
import { assembleFields, type ReferenceFields } from '../formats/src/references/assemble.ts'
import { type CrfModel, labelTokens } from '../formats/src/references/crf.ts'
import { referenceFeatures, WORD_FEATURE } from '../formats/src/references/features.ts'
import { LABELS } from '../formats/src/references/labels.ts'
import { readModel, writeModel } from '../formats/src/references/model-file.ts'
import { printCarelessly } from './careless-print.ts'
import { chineseReferences } from './chinese-references.ts'
import { composeWorks } from './composed-works.ts'
import { trainCrf } from './crf-training.ts'
import { printWorks, readStarterWorks } from './printed-references.ts'
import { createRandom } from './random.ts'
import {
  foldOf,
  type GoldReference,
  type LabelledReference,
  labelReference,
  originOf,
  readGoldReferences,
} from './reference-gold.ts'
import { loadScorer, scoreFields } from './reference-score.ts'
import { publishFigures } from './results.ts'
import { untitledReferences } from './untitled-references.ts'

const FOLDS = 4
const SEED = 1
/** Generated Chinese references that are learnt. */
const GENERATED_COUNT = 1_500
/** Works composed of terms and names, each printed in two styles. */
const COMPOSED_COUNT = 700
/** One printed or generated reference in so many is printed carelessly. */
const PRINTS_PER_CARELESS = 5
const EPOCHS = 5
const RATE = 0.12
const PENALTY = 0.001
const DROPOUT = 0.45
/** Smaller weights are left out of the file; as many steps of this size as make it short enough. */
const MIN_WEIGHT = 0.06
const WEIGHT_STEP = 0.005
const MAX_MODEL_BYTES = 1_450_000
/** A feature that occurs more rarely is not learnt. */
const MIN_COUNT = 3
/** The same for features that name words, which must also come from several sources. */
const MIN_WORD_COUNT = 5
const MIN_WORD_ORIGINS = 3

/** The numbers of all features that any reference has, in the order in which they were met. */
const featureNumbers = new Map<string, number>()

function numberOf(feature: string): number {
  const known = featureNumbers.get(feature)
  if (known !== undefined) return known
  featureNumbers.set(feature, featureNumbers.size)
  return featureNumbers.size - 1
}

interface PreparedReference extends LabelledReference {
  features: Int32Array[]
}

function prepare(gold: GoldReference): PreparedReference {
  const labelled = labelReference(gold)
  const features = referenceFeatures(gold.text, labelled.tokens)
  return { ...labelled, features: features.map((names) => Int32Array.from(names, numberOf)) }
}

/** How often each feature occurs, and whether in enough sources. */
interface FeatureCounts {
  counts: Int32Array
  /** 1 for features of at least `MIN_WORD_ORIGINS` sources. */
  isCommon: Uint8Array
}

function countFeatures(references: readonly PreparedReference[]): FeatureCounts {
  const counts = new Int32Array(featureNumbers.size)
  const isCommon = new Uint8Array(featureNumbers.size)
  const seen = Array.from({ length: MIN_WORD_ORIGINS - 1 }, () => new Int32Array(featureNumbers.size))
  const origins = new Map<string, number>()
  for (const { gold, features } of references) {
    const origin = originOf(gold)
    const number = origins.get(origin) ?? origins.size + 1
    origins.set(origin, number)
    for (const feature of features.flatMap((each) => [...each])) {
      counts[feature] = (counts[feature] ?? 0) + 1
      const place = seen.find((each) => each[feature] === 0 || each[feature] === number)
      if (place) place[feature] = number
      else isCommon[feature] = 1
    }
  }
  return { counts, isCommon }
}

/** Numbers the features that occur often enough, from 0; −1 stands for the others. */
function selectFeatures(references: readonly PreparedReference[]): { selected: Int32Array; names: string[] } {
  const { counts, isCommon } = countFeatures(references)
  const selected = new Int32Array(featureNumbers.size).fill(-1)
  const names: string[] = []
  for (const [name, feature] of featureNumbers) {
    const count = counts[feature] ?? 0
    const isKept = name.startsWith(WORD_FEATURE)
      ? count >= MIN_WORD_COUNT && isCommon[feature] === 1
      : count >= MIN_COUNT
    if (isKept) selected[feature] = names.push(name) - 1
  }
  return { selected, names }
}

/** Trains a model and returns the text of its file. */
function train(references: readonly PreparedReference[]): string {
  const all = [...references, ...taught].filter(({ tokens }) => tokens.length > 0)
  const { selected, names } = selectFeatures(all)
  const examples = all.map(({ features, allowed }) => ({
    features: features.map((each) => each.map((feature) => selected[feature] ?? -1).filter((at) => at >= 0)),
    allowed,
  }))
  const { features, transitions } = trainCrf(examples, {
    featureCount: names.length,
    epochs: EPOCHS,
    rate: RATE,
    penalty: PENALTY,
    dropout: DROPOUT,
    random: createRandom(SEED),
    report: (epoch, loss) =>
      console.log(`  epoch ${epoch}: loss ${loss.toFixed(3)} (${process.uptime().toFixed(0)} s)`),
  })
  const count = LABELS.length
  const rows = names.map((name, at) => {
    const weights = features.subarray(at * count, (at + 1) * count)
    return [name, { labels: Uint8Array.from(weights.keys()), weights }] as const
  })
  let [limit, written] = [MIN_WEIGHT, writeModel(rows, transitions, MIN_WEIGHT)]
  while (Buffer.byteLength(written) > MAX_MODEL_BYTES) {
    limit += WEIGHT_STEP
    written = writeModel(rows, transitions, limit)
  }
  console.log(
    `  ${names.length} features, weights from ${limit.toFixed(2)}, ${(Buffer.byteLength(written) / 1e6).toFixed(2)} MB`,
  )
  return written
}

/** References that are learnt and never tested: printed by the product, and generated. */
function teachingReferences(): PreparedReference[] {
  const random = createRandom(SEED)
  const references = [
    ...printWorks(random, [...readStarterWorks(), ...composeWorks(random, COMPOSED_COUNT)]),
    ...untitledReferences(SEED),
    ...chineseReferences(GENERATED_COUNT, SEED),
  ]
  return references.map((gold) => prepare(printCarelessly(random, gold, PRINTS_PER_CARELESS)))
}

const taught = teachingReferences()

const parseModel = (written: string): CrfModel => readModel(written.trimEnd().split('\n'))

/** Returns the fields of the references of a fold, read by a model of the others. */
function testFold(references: readonly PreparedReference[], fold: number): [string, ReferenceFields][] {
  const model = parseModel(train(references.filter(({ gold }) => foldOf(gold, FOLDS) !== fold)))
  return references
    .filter(({ gold }) => foldOf(gold, FOLDS) === fold)
    .map(({ gold: { id, text }, tokens }) => [
      id,
      assembleFields(text, tokens, labelTokens(model, referenceFeatures(text, tokens))),
    ])
}

const golds = readGoldReferences()
const scorer = await loadScorer()
const [argument] = process.argv.slice(3)
if (golds && argument === '--write') {
  const file = new URL('../formats/src/references/reference-weights.tsv', import.meta.url)
  writeFileSync(file, train(golds.map(prepare)))
} else if (golds && scorer) {
  const references = golds.map(prepare)
  const folds = argument === undefined ? [...Array(FOLDS).keys()] : [Number(argument)]
  const fields = new Map(folds.flatMap((fold) => testFold(references, fold)))
  const tested = golds.filter(({ id }) => fields.has(id))
  const figures = scoreFields(scorer, tested, fields, `${FOLDS}-fold cross-validation`)
  if (argument === undefined) publishFigures('train-references', figures)
}
