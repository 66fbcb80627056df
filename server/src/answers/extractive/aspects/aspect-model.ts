import { readFileSync } from 'node:fs'
import type { PhraseLanguage } from '../../../language/phrases.ts'

/** The aspects of a paper that an abstract may state, in the order in which they are shown. */
export const ASPECTS = ['problem', 'method', 'data', 'result', 'limitation'] as const
export type Aspect = (typeof ASPECTS)[number]

/** Where a sentence stands in its abstract. */
export interface SentencePlace {
  /** Its number, 0 for the first sentence. */
  index: number
  /** The number of sentences in the abstract. */
  count: number
}

/**
 * The weights of a feature in the order of `ASPECTS`: a logistic model for each aspect over the words of a sentence and
 * its place, P = 1 / (1 + e^−z), z = Σ weight.
 */
export type AspectModel = ReadonlyMap<string, readonly number[]>

/**
 * The least log odds of a sentence that states an aspect: below even odds, because a short abstract has few words that
 * the model knows. Limitations must not be guessed, nor methods, for which results are easily taken; data are
 * stated beside other aspects, with which they do not compete.
 */
export const STATED_LOGITS: Record<Aspect, number> = {
  problem: -0.3,
  method: 0.35,
  data: 0,
  result: -0.3,
  limitation: 0.7,
}
/** The least log odds of a sentence that comes near an aspect. */
export const NEAR_LOGIT = -1

/** Bounds the text of a sentence that is read, in UTF-16 units. */
const MAX_SENTENCE_CHARS = 600
const ENGLISH_TOKEN = /\p{L}+|\p{N}+|%/gu
const CHINESE_TOKEN = /\p{Script=Han}|[\p{L}--\p{Script=Han}]+|\p{N}+|%/gv
/** Matches a number of counted things: before a plural within three words, in Chinese before any other word than a time. */
const COUNT: Record<PhraseLanguage, RegExp> = {
  en: /(?<![\p{L}\p{N}.,-])(?!(?:19|20)\p{N}\p{N}\b)\p{N}[\p{N},]{0,11}[km]?\+?(?: \p{L}[\p{L}-]{0,20}){0,2} \p{L}{3,20}s(?!\p{L})/giu,
  zh: /(?<![第\p{N}.,-])\p{N}[\p{N},]{0,11}[余多]?[万千]?(?![余多万千年月日天周时分秒世届期度倍]|小时|个(?:月|小时|百分))\p{Script=Han}/gu,
}
/** A count of at least so many digits is rather of data than of methods or baselines. */
const LARGE_COUNT_DIGITS = 3
/** Number of equal parts of an abstract, of which a sentence's place names one. */
const PLACES = 5

/** Returns the counts in a sentence, such as `1,200 annotated sentences` or `60例`, without small ones if so asked. */
export function countsIn(text: string, language: PhraseLanguage, size: 'any' | 'large' = 'any'): string[] {
  const counts = text.match(COUNT[language]) ?? []
  if (size === 'any') return counts
  return counts.filter((count) => (count.match(/\p{N}/gu)?.length ?? 0) >= LARGE_COUNT_DIGITS)
}

/**
 * Returns the features of a sentence, each once: its words and pairs of words (in Chinese its pairs and triples of
 * characters), what it begins with, whether it counts things, and its place.
 */
export function aspectFeatures(
  text: string,
  language: PhraseLanguage,
  place: SentencePlace | null,
): string[] {
  const sample = text.slice(0, MAX_SENTENCE_CHARS)
  const tokens = (sample.match(language === 'en' ? ENGLISH_TOKEN : CHINESE_TOKEN) ?? []).map((token) =>
    /^\p{N}/u.test(token) ? '0' : token.toLowerCase(),
  )
  const gap = language === 'en' ? ' ' : ''
  const sizes = language === 'en' ? [1, 2] : [2, 3]
  const grams = sizes.flatMap((size) =>
    tokens.slice(size - 1).map((_, at) => tokens.slice(at, at + size).join(gap)),
  )
  const first = tokens.slice(0, 2).join(gap)
  return [
    ...new Set(['^', ...grams, `^${first}`, ...countFeatures(sample, language), ...placeFeatures(place)]),
  ]
}

/** `#` for a count, `##` for a large one. */
function countFeatures(text: string, language: PhraseLanguage): string[] {
  if (countsIn(text, language).length === 0) return []
  return countsIn(text, language, 'large').length > 0 ? ['#', '##'] : ['#']
}

function placeFeatures(place: SentencePlace | null): string[] {
  if (!place) return []
  const { index, count } = place
  const part = Math.min(PLACES - 1, Math.floor((index / count) * PLACES))
  return [`@${part}`, ...(index === 0 ? ['@first'] : []), ...(index === count - 1 ? ['@last'] : [])]
}

/**
 * Returns the log odds that a sentence states each aspect.
 *
 * @param place null for a sentence of a full text.
 * @param model by default the trained one of the language.
 */
export function aspectLogits(
  text: string,
  language: PhraseLanguage,
  place: SentencePlace | null,
  model: AspectModel = requireModel(language),
): Record<Aspect, number> {
  const sums = { problem: 0, method: 0, data: 0, result: 0, limitation: 0 }
  for (const feature of aspectFeatures(text, language, place)) {
    const weights = model.get(feature)
    if (weights) for (const [at, aspect] of ASPECTS.entries()) sums[aspect] += weights[at] ?? 0
  }
  return sums
}

/** The unit of the weights in the files. */
const WEIGHT_UNIT = 0.01

/** Reads the weights of a model's file: a line for each feature, with its weights behind tabs. */
export function readAspectModel(text: string): AspectModel {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [feature = '', ...weights] = line.split('\t')
      return [feature, weights.map((weight) => Number(weight) * WEIGHT_UNIT)]
    }),
  )
}

/** Returns the text of a model's file, without the weights below `minWeight`. */
export function writeAspectModel(model: AspectModel, minWeight: number): string {
  const lines = [...model].flatMap(([feature, weights]) => {
    const cells = weights.map((weight) =>
      Math.abs(weight) < minWeight ? '' : String(Math.round(weight / WEIGHT_UNIT)),
    )
    return cells.some((cell) => cell !== '') ? `${feature}\t${cells.join('\t')}\n` : []
  })
  return lines.toSorted().join('')
}

/** The file of a language's weights, written by `npm run bench -- train-aspects`. */
export const aspectModelFile = (language: PhraseLanguage): URL =>
  new URL(`../../../../../config/language/aspect-weights-${language}.tsv`, import.meta.url)

/** The models that have been read. */
const MODELS = new Map<PhraseLanguage, AspectModel>()

/** Returns the model of a language, which is read at first use. */
function requireModel(language: PhraseLanguage): AspectModel {
  const model = MODELS.get(language) ?? readAspectModel(readFileSync(aspectModelFile(language), 'utf8'))
  MODELS.set(language, model)
  return model
}
