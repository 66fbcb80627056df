// npm run bench -- train-aspects [--write] [--publish]: trains the model that recognizes which aspect a sentence of an
// abstract states (server/src/answers/extractive/aspects/aspect-model.ts). It learns from structured abstracts, whose
// labels are removed, and from other abstracts with seeds (bench/aspect-seeds.json): sentences with a seed of an aspect
// state it, and in half of them the seeds are masked, so that the words beside them are learnt; a large count of things
// is a seed of data. Each half of the
// structured abstracts is read by a model that has not seen it; abstracts labelled by hand are never learnt. --write
// stores the model of all structured abstracts in config/language/aspect-weights-LANGUAGE.tsv.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import {
  ASPECTS,
  type Aspect,
  type AspectModel,
  aspectFeatures,
  aspectLogits,
  aspectModelFile,
  countsIn,
  NEAR_LOGIT,
  readAspectModel,
  STATED_LOGITS,
  writeAspectModel,
} from '../server/src/answers/extractive/aspects/aspect-model.ts'
import { PHRASE_LANGUAGES, type PhraseLanguage } from '../server/src/language/phrases.ts'
import { type Abstract, hasAbstracts, readAbstracts } from './aspect-sets.ts'
import { createRandom } from './random.ts'
import { type Figure, publishFigures, rounded } from './results.ts'

const EPOCHS = 4
const RATE = 0.05
const PENALTY = 1e-4
/** A sentence recognized by a seed counts as this part of a labelled one. */
const SEED_WEIGHT = 0.25
/** One sentence in so many is learnt without its place, as in a full text. */
const SENTENCES_PER_PLACELESS = 4
/** A feature that occurs more rarely is not learnt. */
const MIN_COUNT = 20
/** Smaller weights are left out of the file. */
const MIN_WEIGHT = 0.1
const MASK = '¤'
/** The aspects of which a sentence mostly states only one. */
const MAIN_ASPECTS: readonly Aspect[] = ['problem', 'method', 'result']

/** A sentence to learn from. */
interface Example {
  features: string[]
  /** For each of `ASPECTS` whether the sentence states it; null when that is unknown. */
  targets: (boolean | null)[]
  weight: number
}

const random = createRandom(1)

function exampleOf(
  { language, sentences }: Abstract,
  at: number,
  text: string,
  { targets, weight }: Pick<Example, 'targets' | 'weight'>,
): Example {
  const place = random.once(SENTENCES_PER_PLACELESS) ? null : { index: at, count: sentences.length }
  return { features: aspectFeatures(text, language, place), targets, weight }
}

/** Returns the sentences of a structured abstract whose part names an aspect. */
function labelledExamples(abstract: Abstract): Example[] {
  return abstract.sentences.flatMap((text, at) => {
    const stated = abstract.labels?.[at] ?? []
    if (stated.length === 0) return []
    return exampleOf(abstract, at, text, {
      targets: ASPECTS.map((each) => isStated(each, stated)),
      weight: 1,
    })
  })
}

/** Parts on methods often state the data too, and parts on results the limitations. */
function isStated(aspect: Aspect, stated: readonly Aspect[]): boolean | null {
  if (stated.includes(aspect)) return true
  if (aspect === 'limitation' && stated.includes('result')) return null
  if (aspect === 'data' && stated.includes('method')) return null
  return aspect === 'method' && stated.includes('data') ? null : false
}

const seedSources: Record<PhraseLanguage, Record<Aspect, string>> = JSON.parse(
  readFileSync(new URL('aspect-seeds.json', import.meta.url), 'utf8'),
)

/** Returns the sentences of an abstract that have a seed. */
function seededExamples(abstract: Abstract): Example[] {
  const sources = seedSources[abstract.language]
  const seeds = ASPECTS.map((aspect) => {
    const source = `(?:${sources[aspect]})`
    return new RegExp(abstract.language === 'en' ? `\\b${source}\\b` : source, 'giu')
  })
  return abstract.sentences.flatMap((sentence, at) => {
    const counts = countsIn(sentence, abstract.language, 'large')
    const found = ASPECTS.filter(
      (aspect, index) =>
        sentence.search(seeds[index] ?? /$^/u) >= 0 || (aspect === 'data' && counts.length > 0),
    )
    if (found.length === 0) return []
    const main = found.filter((aspect) => MAIN_ASPECTS.includes(aspect))
    const targets = ASPECTS.map((aspect) => {
      if (!MAIN_ASPECTS.includes(aspect)) return found.includes(aspect)
      if (main.length === 0 || (main.length > 1 && main.includes(aspect))) return null
      return main.includes(aspect)
    })
    const text = random.once(2)
      ? [...seeds, ...counts].reduce<string>((masked, seed) => masked.replace(seed, MASK), sentence)
      : sentence
    return exampleOf(abstract, at, text, { targets, weight: SEED_WEIGHT })
  })
}

/** An example with the numbers of its frequent features. */
type NumberedExample = Omit<Example, 'features'> & { features: Int32Array }

function numberFeatures(examples: Example[]): { names: string[]; numbered: NumberedExample[] } {
  const counts = new Map<string, number>()
  for (const { features } of examples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const names = [...counts].flatMap(([name, count]) =>
    count >= MIN_COUNT && !name.includes(MASK) ? [name] : [],
  )
  const numbers = new Map(names.map((name, at) => [name, at]))
  const numbered = examples.map((each) => ({
    ...each,
    features: Int32Array.from(each.features.flatMap((feature) => numbers.get(feature) ?? [])),
  }))
  return { names, numbered }
}

/** A logistic regression with the sums of squared slopes by which AdaGrad shortens its steps. */
interface Regression {
  weights: Float32Array
  squares: Float32Array
}

/** Fits a logistic regression for each aspect by AdaGrad. */
function train(examples: Example[]): AspectModel {
  const { names, numbered } = numberFeatures(examples)
  const shuffler = createRandom(2)
  const regressions = ASPECTS.map(
    (): Regression => ({
      weights: new Float32Array(names.length),
      squares: new Float32Array(names.length).fill(1e-6),
    }),
  )
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const example of shuffle(numbered, shuffler.below))
      for (const [at, regression] of regressions.entries())
        learn(regression, example, example.targets[at] ?? null)
  return new Map(names.map((name, at) => [name, regressions.map(({ weights }) => weights[at] ?? 0)]))
}

function learn(
  { weights, squares }: Regression,
  { features, weight }: NumberedExample,
  target: boolean | null,
) {
  if (target === null) return
  let z = 0
  for (const feature of features) z += weights[feature] ?? 0
  const error = (1 / (1 + Math.exp(-z)) - Number(target)) * weight
  for (const feature of features) {
    const old = weights[feature] ?? 0
    const slope = error + PENALTY * old
    const square = (squares[feature] ?? 0) + slope * slope
    squares[feature] = square
    weights[feature] = old - (RATE * slope) / Math.sqrt(square)
  }
}

/** Returns a list in another order. */
function shuffle<Value>(list: readonly Value[], below: (limit: number) => number): Value[] {
  return list
    .map((value) => ({ value, at: below(2 ** 30) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value)
}

/** A sentence with a label as a model reads it. */
interface Judged {
  labels: readonly Aspect[]
  /** The aspect with the greatest log odds. */
  best: Aspect
  isStated: boolean
  isNear: boolean
}

function judge(abstracts: Abstract[], model: AspectModel): Judged[] {
  return abstracts.flatMap(({ sentences, language, labels }) =>
    sentences.flatMap((text, index) => {
      const stated = labels?.[index]
      if (!stated) return []
      const logits = aspectLogits(text, language, { index, count: sentences.length }, model)
      const best = ASPECTS.toSorted((one, other) => logits[other] - logits[one])[0] ?? 'problem'
      const isStated = logits[best] >= STATED_LOGITS[best]
      return { labels: stated, best, isStated, isNear: logits[best] >= NEAR_LOGIT }
    }),
  )
}

function figuresOf(set: string, language: PhraseLanguage, judged: Judged[]): Figure[] {
  const name = `${set}, ${language}`
  const figure = (what: string, isCounted: (each: Judged) => boolean, of: Judged[]): Figure => ({
    name: `${name}: ${what}`,
    value: rounded(of.filter(isCounted).length / of.length, 3),
    conditions: `${of.length} sentences`,
  })
  const isRight = ({ labels, best }: Judged) => labels.includes(best)
  const results = judged.filter(({ labels }) => labels.length === 1 && labels[0] === 'result')
  return [
    figure('stated, right aspect', (each) => each.isStated && isRight(each), judged),
    figure('stated, wrong aspect', (each) => each.isStated && !isRight(each), judged),
    figure('near, right aspect', (each) => each.isNear && isRight(each), judged),
    figure('near, wrong aspect', (each) => each.isNear && !isRight(each), judged),
    figure('results called methods', ({ isStated, best }) => isStated && best === 'method', results),
  ]
}

/** Returns the half of the structured abstracts to which one belongs: 0 or 1. */
const halfOf = ({ id }: Abstract): number => createHash('sha256').update(id).digest().readUInt8() % 2

if (!hasAbstracts()) {
  console.log('shared/data/acl, ir/scifact or ir/csl-papers is not here: nothing can be trained')
} else {
  const { structured, labelled, plain } = readAbstracts()
  const figures = PHRASE_LANGUAGES.flatMap((language) => {
    const own = (abstracts: Abstract[]) => abstracts.filter((each) => each.language === language)
    const seeded = own(plain).flatMap(seededExamples)
    /** Trains a model and rounds it as its file does. */
    const modelOf = (abstracts: Abstract[]) =>
      writeAspectModel(train([...abstracts.flatMap(labelledExamples), ...seeded]), MIN_WEIGHT)
    const crossed = [0, 1].flatMap((half) => {
      const model = modelOf(own(structured).filter((each) => halfOf(each) !== half))
      return judge(
        own(structured).filter((each) => halfOf(each) === half),
        readAspectModel(model),
      )
    })
    const file = modelOf(own(structured))
    if (process.argv.includes('--write')) writeFileSync(aspectModelFile(language), file)
    const model = readAspectModel(file)
    return [
      ...figuresOf('structured abstracts without labels', language, crossed),
      ...figuresOf('abstracts labelled by hand', language, judge(own(labelled), model)),
      { name: `features of the model, ${language}`, value: model.size },
    ]
  })
  for (const { name, value, conditions = '' } of figures)
    console.log(`| ${name} | ${value} | ${conditions} |`)
  publishFigures('train-aspects', figures)
}
