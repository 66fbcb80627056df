import { createLazyValue } from '../../platform/foundation/event-loop.ts'
import { bilingualTerms } from '../../search/engine/index.ts'

const MIN_TERM_CHARS = 3
const MAX_TERM_CHARS = 10
/** Beginnings and ends that belong to the question although the term lists have terms with them: 「评价方法」, 「研究人员」. */
const ASKING_AFFIX =
  /^(?:研究|主要|实际|需要|普遍|结果|目前|已有|本)|(?:研究|方法|问题|综述|工作|情况|途径|办法|原因|意义|文献|特征|因素|机制)$/u
/** The first of the private-use characters that replace terms while stop words are removed. */
const FIRST_MARK_CODE = 0xe100
const MAX_MARKED_TERMS = 200

/** A text in which marks replace terms, and the function that turns marks back into terms. */
interface MarkedText {
  text: string
  back: (text: string) => string
}

/** Replaces terms by marks; `load` collects the terms in steps before the first text. */
interface TermMarker {
  mark: (text: string) => MarkedText
  load: () => Promise<void>
}

/**
 * Creates a marker for terms that contain a word which usually belongs to the question: 相关系数, 有用性, 最小对.
 *
 * @param hides tells whether a term of the lists contains such a word; called for each listed term when they are
 * collected.
 */
export function createTermMarker(hides: (term: string) => boolean): TermMarker {
  const terms = createLazyValue(() => collectMarkedTerms(hides))
  return { mark: (text) => markTerms(text, terms.now()), load: terms.atLeisure }
}

/** The number of terms examined before other work may run. */
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
