// npm run bench -- train-plain-words [--write]: finds the words that name no subject of a paper, whatever its field is:
// abstracts use them, titles avoid them. A question's search leaves them out (server/src/language/question/plain-words.ts).
// It counts the titles and abstracts of CSL, the ACL Anthology, SciFact and Cranfield. --write stores the words in
// config/language/plain-words-LANGUAGE.tsv, each with the numbers of titles and of abstracts that have it.
import { writeFileSync } from 'node:fs'
import { segmentChinese, simplifyText, textStems } from '@scinav/search'
import { PHRASE_LANGUAGES, type PhraseLanguage } from '../server/src/language/phrases.ts'
import { plainWordsFile } from '../server/src/language/question/plain-words.ts'
import { hasAbstracts, readLines } from './aspect-sets.ts'

/** A plain word is in at most this share of titles for each abstract that has it. */
const MAX_TITLE_SHARE = 0.01
/** Added to the counts, so that few abstracts prove nothing. */
const PRIOR = { titles: 0.5, abstracts: 5 }
/** The median of its shares of abstracts by field is at least this part of the greatest. */
const MIN_FIELD_BALANCE = 0.2
/** Common words that stand in English texts, by which abstracts in other languages are left out. */
const ENGLISH = /\bthe\b[\s\S]*\bof\b/

interface WordCount {
  titles: number
  abstracts: number
  byField: Map<string, number>
}

interface Corpus {
  words: Map<string, WordCount>
  /** The number of abstracts of each field. */
  fields: Map<string, number>
}

const stems = new Map<string, string>()
function stemOf(word: string): string {
  const stem = stems.get(word) ?? `=${textStems(word)[0] ?? word}`
  stems.set(word, stem)
  return stem
}

/**
 * Returns the words of a text, and as `=stem` the stems that stand for all forms of a word: titles say "discovering"
 * where abstracts say "discovered".
 */
const splitWords: Record<PhraseLanguage, (text: string) => Set<string>> = {
  zh: (text) => new Set((simplifyText(text).match(/\p{Script=Han}+/gu) ?? []).flatMap(segmentChinese)),
  en: (text) => {
    const words = [...new Set(text.toLowerCase().match(/[a-z]{2,}/g))]
    return new Set([...words, ...words.map(stemOf)])
  },
}

function count(
  corpus: Corpus,
  language: PhraseLanguage,
  paper: Record<'title' | 'abstract' | 'field', string>,
) {
  const { title, abstract, field } = paper
  if (!title || !abstract) return
  const wordCount = (word: string): WordCount => {
    const counted = corpus.words.get(word) ?? { titles: 0, abstracts: 0, byField: new Map() }
    corpus.words.set(word, counted)
    return counted
  }
  corpus.fields.set(field, (corpus.fields.get(field) ?? 0) + 1)
  for (const word of splitWords[language](title)) wordCount(word).titles += 1
  for (const word of splitWords[language](abstract)) {
    const counted = wordCount(word)
    counted.abstracts += 1
    counted.byField.set(field, (counted.byField.get(field) ?? 0) + 1)
  }
}

/** Returns whether about the same share of all fields' abstracts have a word. */
function isBalanced({ byField }: WordCount, fields: Corpus['fields']): boolean {
  const shares = [...fields].map(([field, all]) => (byField.get(field) ?? 0) / all).toSorted((a, b) => a - b)
  return (shares[shares.length >> 1] ?? 0) >= (shares.at(-1) ?? 0) * MIN_FIELD_BALANCE
}

const isPlain = (word: WordCount, fields: Corpus['fields']): boolean =>
  (word.titles + PRIOR.titles) / (word.abstracts + PRIOR.abstracts) <= MAX_TITLE_SHARE &&
  isBalanced(word, fields)

if (!hasAbstracts())
  console.log('shared/data/acl, ir/scifact or ir/csl-papers is not here: nothing can be counted')
else {
  const corpora: Record<PhraseLanguage, Corpus> = {
    zh: { words: new Map(), fields: new Map() },
    en: { words: new Map(), fields: new Map() },
  }
  for (const { title = '', abstract = '', category = '' } of readLines('ir/csl-papers/papers.jsonl'))
    count(corpora.zh, 'zh', { title, abstract, field: category })
  for (const { title = '', abstract = '' } of readLines('acl/acl.jsonl.gz'))
    if (ENGLISH.test(abstract ?? '')) count(corpora.en, 'en', { title, abstract, field: 'language' })
  for (const set of ['scifact', 'cranfield'])
    for (const { title = '', text = '' } of readLines(`ir/${set}/corpus.jsonl`))
      count(corpora.en, 'en', { title, abstract: text, field: set })
  for (const language of PHRASE_LANGUAGES) {
    const { words, fields } = corpora[language]
    const plain = [...words].filter(([word, counted]) => {
      const forms = words.get(stemOf(word)) ?? counted
      return !word.startsWith('=') && isPlain(counted, fields) && isPlain(forms, fields)
    })
    const lines = plain.map(([word, { titles, abstracts }]) => `${word}\t${titles}\t${abstracts}\n`)
    console.log(`${language}: ${plain.length} plain words of ${words.size}`)
    if (process.argv.includes('--write')) writeFileSync(plainWordsFile(language), lines.toSorted().join(''))
  }
}
