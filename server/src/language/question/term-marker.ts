import { createLazyValue } from '../../platform/foundation/event-loop.ts'
import { bilingualTerms } from '../../search/engine/index.ts'

const MIN_TERM_CHARS = 3
const MAX_TERM_CHARS = 10
/** Of these ends and beginnings it is asked, although terms of our lists have them: 「评价方法」, 「研究人员」. */
const ASKING_AFFIX =
  /^(?:研究|主要|实际|需要|普遍|结果|目前|已有|本)|(?:研究|方法|问题|综述|工作|情况|途径|办法|原因|意义|文献|特征|因素|机制)$/u
/** Stand for terms while words that ask are taken out; characters of private use. */
const FIRST_MARK_CODE = 0xe100
const MAX_MARKED_TERMS = 200

/** A text in which terms are marks, and how they become terms again. */
interface MarkedText {
  text: string
  back: (text: string) => string
}

/** Puts marks in the place of terms, and reads which of the lists' terms are marked before the first text comes. */
interface TermMarker {
  mark: (text: string) => MarkedText
  load: () => Promise<void>
}

/**
 * Puts marks in the place of terms that have a word in them which asks elsewhere: 相关系数, 有用性, 最小对.
 *
 * @param hides whether a word that asks is a part of a term; asked of each term of the lists, at the first text.
 */
export function createTermMarker(hides: (term: string) => boolean): TermMarker {
  const terms = createLazyValue(() => collectMarkedTerms(hides))
  return { mark: (text) => markTerms(text, terms.now()), load: terms.atLeisure }
}

/** Terms that are looked at before others have their turn. */
const TERMS_PER_STEP = 500

function* collectMarkedTerms(hides: (term: string) => boolean): Generator<void, ReadonlySet<string>> {
  const kept = new Set<string>()
  for (const [at, term] of [...bilingualTerms().fromChinese.keys()].entries()) {
    if (
      term.length >= MIN_TERM_CHARS &&
      term.length <= MAX_TERM_CHARS &&
      !ASKING_AFFIX.test(term) &&
      hides(term)
    )
      kept.add(term)
    if (at % TERMS_PER_STEP === 0) yield
  }
  return kept
}

function markTerms(text: string, terms: ReadonlySet<string>): MarkedText {
  const found: string[] = []
  let rest = ''
  for (let at = 0; at < text.length; ) {
    let length = Math.min(MAX_TERM_CHARS, text.length - at)
    while (length >= MIN_TERM_CHARS && !terms.has(text.slice(at, at + length))) length -= 1
    if (length < MIN_TERM_CHARS || found.length === MAX_MARKED_TERMS) length = 1
    else found.push(text.slice(at, at + length))
    rest += length === 1 ? text.charAt(at) : String.fromCharCode(FIRST_MARK_CODE + found.length - 1)
    at += length
  }
  const back = (part: string) =>
    part.replace(TERM_MARK, (mark) => found[mark.charCodeAt(0) - FIRST_MARK_CODE] ?? '')
  return { text: rest, back }
}

const TERM_MARK = /[\uE100-\uE1C8]/gu
