// Sentences of abstracts and the aspects that they state, as labels of structured abstracts say and as were labelled by
// hand (bench/aspect-labels.json, one group of letters for each sentence: problem, method, data, result, limitation,
// other). The abstracts themselves are read from shared/data.
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Aspect } from '../server/src/answers/extractive/aspects/aspect-model.ts'
import type { PhraseLanguage } from '../server/src/language/phrases.ts'
import { quotableText } from '../server/src/language/text/clean.ts'
import { sentenceSpans } from '../server/src/language/text/sentences.ts'

export interface Abstract {
  id: string
  language: PhraseLanguage
  sentences: string[]
  /** The aspects that each sentence may state; null for all when nobody labelled them, for one when its label is unclear. */
  labels: (Aspect[] | null)[] | null
}

const DATA = new URL('../../shared/data/', import.meta.url)
const NEEDED = ['acl/acl.jsonl.gz', 'ir/scifact/corpus.jsonl', 'ir/csl-papers/papers.jsonl']
export const hasAbstracts = () => NEEDED.every((file) => existsSync(new URL(file, DATA)))

export function readLines(file: string): Record<string, string>[] {
  const bytes = readFileSync(new URL(file, DATA))
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)))
}

/** Labels of parts of structured abstracts, the first that occurs in one; labels of several parts say nothing. */
const PARTS: [Aspect | null, RegExp][] = [
  [
    null,
    /\band (?:main )?(?:results|findings|relevance)|methodology\/|^(?:funding|unlabelled)|registration|结果与结论/i,
  ],
  ['limitation', /limitation|局限|不足/i],
  ['data', /participant|subject|patient|sample|data sources?|setting|研究对象|数据来源|资料来源/i],
  [
    'result',
    /result|finding|conclusion|interpretation|summary|discussion|significance|implication|synthesis|结果|结论/i,
  ],
  ['method', /method|design|intervention|measure|extraction|selection|strategy|exposure|outcome|方法/i],
  [
    'problem',
    /background|objective|context|introduction|aim|purpose|rationale|importance|motivation|目的|背景|目标/i,
  ],
]
const ENGLISH_LABEL = /^([A-Z][A-Z/&, ]{2,60}[A-Z])(?:: *| +(?=[A-Z0-9]))/
const CHINESE_LABEL = /^[【[〔(]?([目方结背材资对研局][\p{Script=Han}]{1,6})\s*[】\]〕):：]/u
/** A structured abstract has at least so many labels. */
const MIN_LABELS = 3

/** Reads the labels of a structured abstract and removes them; null when it has too few. */
function labelParts(id: string, language: PhraseLanguage, sentences: string[]): Abstract | null {
  let current: Aspect[] | null = null
  let count = 0
  const labels: (Aspect[] | null)[] = []
  const bare = sentences.map((sentence) => {
    const [whole = '', label = ''] = (language === 'en' ? ENGLISH_LABEL : CHINESE_LABEL).exec(sentence) ?? []
    const part = PARTS.find(([, pattern]) => pattern.test(label))
    if (part) {
      count++
      current = part[0] ? [part[0]] : null
    }
    labels.push(current)
    return part ? sentence.slice(whole.length) : sentence
  })
  return count < MIN_LABELS ? null : { id, language, sentences: bare, labels }
}

const LETTERS: Record<string, Aspect[]> = {
  p: ['problem'],
  m: ['method'],
  d: ['data'],
  r: ['result'],
  l: ['limitation'],
}

const split = (text: string): string[] => {
  const quotable = quotableText(text)
  return sentenceSpans(quotable).map(({ start, end }) => quotable.slice(start, end))
}

/** Every so many-th paper of the Anthology is read, from the year on whose papers are under CC BY. */
const ACL_STEP = 6
const FIRST_OPEN_YEAR = 2016

/** Returns structured abstracts without their labels, abstracts labelled by hand, and abstracts without labels. */
export function readAbstracts(): { structured: Abstract[]; labelled: Abstract[]; plain: Abstract[] } {
  const byHand: Record<string, string> = JSON.parse(
    readFileSync(new URL('aspect-labels.json', import.meta.url), 'utf8'),
  )
  const [structured, labelled, plain]: [Abstract[], Abstract[], Abstract[]] = [[], [], []]
  const add = (id: string, language: PhraseLanguage, text: string) => {
    const sentences = split(text)
    const given = byHand[id]?.split(' ')
    if (given && given.length !== sentences.length) throw new Error(`${id} has ${sentences.length} sentences`)
    if (given) {
      const labels = given.map((letters) => [...letters].flatMap((letter) => LETTERS[letter] ?? []))
      labelled.push({ id, language, sentences, labels })
      return
    }
    const parted = labelParts(id, language, sentences)
    if (parted) structured.push(parted)
    else if (sentences.length > 2) plain.push({ id, language, sentences, labels: null })
  }
  for (const { _id = '', text = '' } of readLines('ir/scifact/corpus.jsonl')) add(_id, 'en', text)
  for (const { id = '', abstract = '' } of readLines('ir/csl-papers/papers.jsonl')) add(id, 'zh', abstract)
  const isLearnt = (at: number, year: string) => at % ACL_STEP === 0 && Number(year) >= FIRST_OPEN_YEAR
  for (const [at, { id = '', abstract = '', year = '' }] of readLines('acl/acl.jsonl.gz').entries())
    if (isLearnt(at, year) || byHand[id]) add(id, 'en', abstract ?? '')
  return { structured, labelled, plain }
}
