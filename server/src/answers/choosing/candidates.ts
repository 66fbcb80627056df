import { type Concept, isChinese, isChineseOnly, saidOf, says, type Terms, termsIn } from '@scinav/search'
import type { QuestionType } from '../../language/question/question-type.ts'
import { abbreviationsIn, spelledOut } from '../../language/text/abbreviations.ts'
import {
  type Evidence,
  givesFigure,
  givesYear,
  hasDigits,
  saysChange,
  saysShare,
  type Wanted,
} from '../../retrieval/index.ts'
import { cueOf, namesBefore, onlyLooks } from './cue.ts'
import { isOnSubject } from './on-subject.ts'
import { isScrap } from './scrap.ts'

/** A sentence that may be quoted. */
export interface Candidate {
  evidence: Evidence
  quote: string
  terms: Terms
  score: number
  /** Whether it says what was asked; else it is only about it. */
  answers: boolean
  /** The share of what is asked that it says itself, 0–1. */
  said: number
  /** Whether it may stand beside one that does. */
  beside: boolean
}

/** What a sentence's paper says counts for it, but less than what it says itself. */
const CONTEXT = 0.4
const FIRST = 0.06
const TELLING = 0.08

/** Sentences that say what a paper does or finds. */
const TELLS =
  /提出|表明|发现|证明|说明|认为|指出|建立|揭示|是指|即|\b(?:we|this paper|results?|show|shows|showed|find|found|propose|present|introduce|demonstrate|argue|is|are)\b/iu

const RANK = 0.02
/** The same in an order that was asked for. */
const RANK_IN_ORDER = 0.08
/** Papers that are called what was asked come first. */
const CALLED = 0.25
/** Words that show that a sentence says what was asked for. */
const CUE = 0.22

/** What says what was asked comes before what is only about it. */
const ANSWERS = 0.3
/** Figures in digits come before "two". */
const DIGITS = 0.08

/** The sentences of a passage, each with what it is worth. */
export function candidatesOf(
  evidence: Evidence,
  wanted: Wanted,
  rank: number,
  cue: (sentence: string) => number,
): Candidate[] {
  const { type, concepts } = wanted
  // What the paper is about anyway: the rest is what is asked of it.
  const asked = concepts.filter(({ plan }) => !says(evidence.about, plan))
  const sentences = quotesIn(evidence, type)
  const isDefined = type === 'definition' && evidence.title_fit >= CALLED_SO
  const cueOfQuote = isDefined ? (quote: string) => Math.max(cue(quote), presented(quote)) : cue
  const context = isDefined ? 1 : CONTEXT
  const byRank = rank * (wanted.ordered ? RANK_IN_ORDER : RANK)
  return sentences.map(({ quote, terms }, at) => {
    const before = POINTS_BACK.test(quote) ? (sentences[at - 1]?.terms ?? null) : null
    const called = CALLED * evidence.title_fit
    const digits = digitsValue(type, quote)
    const cued = cueOfQuote(quote)
    const relevant =
      relevance(evidence, { terms, before }, concepts, context) + placeValue(quote, at) + CUE * cued
    const score = relevant + called + digits - byRank
    const answers =
      isAnswer(evidence, { quote, terms, asked }, wanted) && isOnSubject(evidence, { terms, before }, wanted)
    const telling = answers ? ANSWERS * (type === 'cause' ? cued : 1) : 0
    return {
      evidence,
      quote,
      terms,
      answers,
      said: shareSaid({ terms, before }, concepts),
      beside: NEEDS_CUE.has(type),
      score: score * worthOf(evidence, quote) + telling,
    }
  })
}

/** The sentences of a passage as they would be quoted. */
function quotesIn({ passage }: Evidence, type: QuestionType): { quote: string; terms: Terms }[] {
  const known = abbreviationsIn(passage.text)
  return passage.sentences.map(({ start, end }, at) => {
    const own = passage.text.slice(start, end)
    const before = type === 'definition' && namesBefore(own) ? passage.sentences[at - 1] : undefined
    const both = before ? passage.text.slice(before.start, end) : own
    const quote = both.length <= LONGEST_PAIR ? both : own
    return { quote, terms: termsIn(spelledOut(quote, known)) }
  })
}

/** What a paper that is called what was asked presents is that, whether the sentence names it or not. */
const CALLED_SO = 0.9
const PRESENTED = 0.8
const presented = (quote: string): number => (PRESENTS.test(quote) ? PRESENTED : 0)
const PRESENTS =
  /\b(?:we|this (?:paper|work|article|report)|the (?:paper|article)|nous|cet article|dieser?) (?:\p{L}{2,14} )?(?:propos|present|introduc|releas|describ|develop|pr[eé]sent|d[eé]criv|stell)\p{L}*|提出|介绍|构建|发布/iu

/** A sentence that names what the one before describes is quoted with it, unless they are longer together. */
const LONGEST_PAIR = 420

const digitsValue = (type: QuestionType, quote: string): number =>
  (type === 'number' || type === 'conclusion') && hasDigits(quote) ? DIGITS : 0

/** So much of what is asked of a paper a sentence has to say that gives its number. */
const ASKED_SHARE = 0.2
/** So much of what is counted has to stand beside the number. */
const COUNTED_SHARE = 0.5

/** So much of what is asked a sentence has to say itself that hardly shows that it says such a thing. */
const DOUBTFUL_SHARE = 0.33

/** What answers these shows it by its words. */
const NEEDS_CUE: ReadonlySet<QuestionType> = new Set([
  'limitation',
  'cause',
  'comparison',
  'yes-no',
  'conclusion',
])

/** What answers these says what came out, not what was looked at. */
const ASKS_WHAT_CAME_OUT: ReadonlySet<QuestionType> = new Set(['conclusion', 'comparison', 'yes-no'])

const isTitle = ({ field }: Evidence) => field === 'title' || field === 'title_zh'

/** A title answers nothing but which papers there are; a number answers what it is the number of. */
function isAnswer(evidence: Evidence, said: Own, wanted: Wanted): boolean {
  const { type, concepts } = wanted
  if (type === 'list') return true
  if (isTitle(evidence) || isScrap(evidence, said.quote)) return false
  if (type === 'year') return givesYear(said.quote)
  if (ASKS_WHAT_CAME_OUT.has(type) && onlyLooks(said.quote)) return false
  if (!NEEDS_CUE.has(type)) return type !== 'number' || countsWhatIsAsked(said, wanted)
  return showsIt(said, type, concepts)
}

/** Whether a sentence shows by its words that it says such a thing. */
function showsIt(said: Own, type: QuestionType, concepts: Concept[]): boolean {
  const cue = cueOf(type, said.quote)
  if (cue === 1 || (type === 'conclusion' && hasDigits(said.quote))) return true
  return cue > 0 && shareSaid({ ...said, before: null }, concepts) >= DOUBTFUL_SHARE
}

/** A sentence, and what is asked of its paper that this does not say anyway. */
interface Own {
  quote: string
  terms: Terms
  asked: Concept[]
}

/** Whether a sentence gives a figure, and for the thing that is counted; so does any where no such thing is named. */
function countsWhatIsAsked({ quote, terms, asked }: Own, { figure }: Wanted): boolean {
  if (!figure) return true
  const chinese = isChinese(quote)
  return (
    givesFigure(quote, figure) &&
    hasWordsFor(figure.counted, chinese) &&
    saysShare(terms, figure.counted, chinese, COUNTED_SHARE) &&
    figure.isBeside(quote) &&
    figure.counted.every((each) => !each.named || says(terms, each.plan)) &&
    ((figure.change && saysChange(quote)) || saysShare(terms, asked, chinese, ASKED_SHARE))
  )
}

/** Whether a text's language can say any of some things, where there are some: what it cannot, its figures are not of. */
const hasWordsFor = (asked: Concept[], chinese: boolean): boolean =>
  chinese || asked.length === 0 || asked.some(({ plan }) => !isChineseOnly(plan))

/** A sentence that goes on from the one before: "This is due to", "of these conjectures", 「这是因为」. */
const POINTS_BACK =
  /^(?:it|they|both|thus|hence|therefore|here|the (?:former|latter|reasons?|cause))\b|\b(?:these|those|such)\b|\b(?:this|that) (?:is|was|are|were|makes?|means|leads?|results?|happens|occurs|phenomenon|problem|issue|effect|task|behaviou?r|method|approach|model|system|technique)\b|^(?:这|该|此|其|它|因此|由此|上述)/iu
/** What the sentence before says counts for one that goes on from it. */
const BEFORE = 0.8

/** The terms of a sentence, and those of the one before where it goes on from that. */
interface Said {
  terms: Terms
  before: Terms | null
}

function relevance(
  { terms: passage, about }: Evidence,
  { terms, before }: Said,
  concepts: Concept[],
  context: number,
): number {
  const around = (concept: Concept) => Math.max(saidOf(passage, concept), saidOf(about, concept)) * context
  return shareSaid({ terms, before }, concepts, around)
}

/** The share of what is asked that a sentence says, or what stands around it at least; a half where nothing is asked. */
function shareSaid(
  { terms, before }: Said,
  concepts: Concept[],
  around: (concept: Concept) => number = () => 0,
): number {
  const whole = concepts.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return 0.5
  const said = concepts.reduce((sum, concept) => {
    const own = Math.max(saidOf(terms, concept), before ? saidOf(before, concept) * BEFORE : 0)
    return sum + concept.weight * Math.max(own, around(concept))
  }, 0)
  return said / whole
}

function placeValue(quote: string, at: number): number {
  return (at === 0 ? FIRST : 0) + (TELLS.test(quote) ? TELLING : 0)
}

const SCRAP = 0.4

/** Scraps and walls of text are worth less; questions answer nothing. */
function worthOf(evidence: Evidence, quote: string): number {
  if (isScrap(evidence, quote)) return SCRAP
  if (/[?？]$/.test(quote)) return 0.6
  const length = /\p{Script=Han}/u.test(quote) ? quote.length * 3 : quote.length
  if (length < 30) return 0.6
  return length > 500 ? 0.85 : 1
}
