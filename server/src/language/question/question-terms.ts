import { textStems } from '@scinav/search'
import { createLazyValue } from '../../platform/foundation/event-loop.ts'
import { bilingualTerms } from '../../search/engine/index.ts'
import { anyOf, phrasePattern } from '../phrases.ts'

/** The lengths of the Chinese terms that are marked. */
const MIN_TERM_CHARS = 3
const MAX_TERM_CHARS = 10
/** Beginnings and ends that belong to the question although the term lists have terms with them: 「评价方法」, 「研究人员」. */
const ASKING_AFFIX = phrasePattern('compounds/asking-affixes', 'u')
/** The first of the private-use characters that replace terms while stop words are removed. */
const FIRST_MARK_CODE = 0xe100
/** Bounds the marks of one text, of which each term takes one. */
const MAX_MARKED_TERMS = 200
/** Any of the marks. */
const TERM_MARK = /[\uE100-\uE1C8]/gu

/** A text in which marks replace terms, and the function that turns marks into terms again. */
interface MarkedText {
  text: string
  restore: (text: string) => string
}

/** Replaces terms by marks; `load` collects the terms in steps, so that the first `mark` need not. */
interface TermMarker {
  mark: (text: string) => MarkedText
  load: () => Promise<void>
}

/**
 * Creates a marker for Chinese terms that contain a word which usually belongs to the question: 相关系数, 有用性, 最小对.
 * While the marks stand for them, stop words can be removed without damage to the terms.
 *
 * @param isEndangered tells whether a term of the lists contains such a word; called for each listed term when they are
 * collected.
 */
export function createTermMarker(isEndangered: (term: string) => boolean): TermMarker {
  const terms = createLazyValue(() => collectMarkedTerms(isEndangered))
  return { mark: (text) => markTerms(text, terms.get()), load: terms.warmUp }
}

/** The number of terms examined before other work may run. */
const TERMS_PER_STEP = 500

/** Returns the listed terms that are endangered; yields where other work may run. */
function* collectMarkedTerms(isEndangered: (term: string) => boolean): Generator<void, ReadonlySet<string>> {
  const endangered = new Set<string>()
  for (const [at, term] of [...bilingualTerms().fromChinese.keys()].entries()) {
    if (
      term.length >= MIN_TERM_CHARS &&
      term.length <= MAX_TERM_CHARS &&
      !ASKING_AFFIX.test(term) &&
      isEndangered(term)
    )
      endangered.add(term)
    if (at % TERMS_PER_STEP === 0) yield
  }
  return endangered
}

/** Replaces the listed terms of a text by marks: at each position the longest term, up to `MAX_MARKED_TERMS` in all. */
function markTerms(text: string, terms: ReadonlySet<string>): MarkedText {
  const replaced: string[] = []
  let marked = ''
  for (let at = 0; at < text.length; ) {
    let length = Math.min(MAX_TERM_CHARS, text.length - at)
    while (length >= MIN_TERM_CHARS && !terms.has(text.slice(at, at + length))) length -= 1
    if (length < MIN_TERM_CHARS || replaced.length === MAX_MARKED_TERMS) length = 1
    else replaced.push(text.slice(at, at + length))
    marked += length === 1 ? text.charAt(at) : String.fromCharCode(FIRST_MARK_CODE + replaced.length - 1)
    at += length
  }
  const restore = (part: string) =>
    part.replace(TERM_MARK, (mark) => replaced[mark.charCodeAt(0) - FIRST_MARK_CODE] ?? '')
  return { text: marked, restore }
}

/** Bounds the English terms that are looked up, in words. */
const MAX_TERM_WORDS = 4
/** Question words of fewer letters are not examined. */
const MIN_ASKING_CHARS = 4
/** Bounds the question words that are examined: a real question has a few. */
const MAX_ASKING_WORDS = 60
/**
 * Last words that belong to the question although the term lists have terms ending in them: "case study", "kernel
 * method".
 */
const ASKING_LAST_WORD = new RegExp(`^${anyOf('question-words/last-words')}$`, 'i')

/**
 * Returns the positions of the words of English terms that contain a word which usually belongs to the question:
 * "topic" in "topic model", "question" in "question answering".
 *
 * @param asks tells whether a word usually belongs to the question.
 */
export function termWordPositions(words: string[], asks: (word: string) => boolean): Set<number> {
  const positions = new Set<number>()
  const asking = words
    .flatMap((word, at) => (word.length >= MIN_ASKING_CHARS && asks(word) ? at : []))
    .slice(0, MAX_ASKING_WORDS)
  for (const at of asking) {
    const [from, to] = termAround(words, at)
    for (let position = from; position < to; position += 1) positions.add(position)
  }
  return positions
}

/**
 * Returns the positions (`to` is exclusive) of the longest listed term that includes the word at `at`, or an empty
 * range when there is none.
 */
function termAround(words: string[], at: number): [from: number, to: number] {
  const { fromEnglish } = bilingualTerms()
  for (let length = MAX_TERM_WORDS; length > 1; length -= 1)
    for (let from = Math.max(0, at - length + 1); from <= at && from + length <= words.length; from += 1) {
      const term = words.slice(from, from + length)
      if (!ASKING_LAST_WORD.test(term.at(-1) ?? '') && fromEnglish.has(textStems(term.join(' ')).join(' ')))
        return [from, from + length]
    }
  return [at, at]
}
