// The content words of a question: what remains of it for the search when the words that ask are removed.
import { segmentChinese, simplifyText } from '@scinav/search'
import { anyOf, phrasePattern, wordSet, words } from '../phrases.ts'
import { stripListRequest } from './list-request.ts'
import { WHERE_TO_BEGIN } from './paper-order.ts'
import { plainWords } from './plain-words.ts'
import { createTermMarker, termWordPositions } from './question-terms.ts'

/**
 * English function words, words that name no subject, and words that form a question or name the kind of answer; they are
 * dropped from the query.
 */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set([
  ...plainWords('en'),
  ...words('en', 'sentences/function-words'),
  ...words('en', 'question-words/stop-words'),
])
/** Chinese phrases of that kind, longest first; they are removed before the text is segmented. */
const CHINESE_STOP_PHRASES = words('zh', 'question-words/stop-phrases').toSorted(
  (a, b) => b.length - a.length,
)
/** Chinese words of that kind; they are removed after the text is segmented. */
const CHINESE_STOP_WORDS = new Set([...plainWords('zh'), ...words('zh', 'question-words/stop-words')])
/** Single characters that are dropped at the end of a run but may begin a term: 句法网络强 against 强监督. */
const CHINESE_FINAL_STOP_WORDS = wordSet('zh', 'question-words/final-stop-words')

const HAN_CHARACTER = /\p{Script=Han}/u

/** Agent nouns before "who": 「青蒿素的发现者是谁」 asks who discovered it, so 发现者 is no content. */
const AGENT_NOUN = phrasePattern('question-words/agent-nouns', 'gu')
/** Phrases before a subject that somebody wants to learn: 「我刚开始学机器翻译」. */
const WANTS_TO_LEARN = phrasePattern('papers/wants-to-learn', 'gu')
/** Questions whose question word comes at the end, so that a verb at the beginning is content: 「解释生成任务上 F 值是多少」. */
const ASKS_AT_END = /^\p{Script=Han}{5}[^。？?\n]{0,60}(?:多少|百分之几|哪[个种类]|吗[？?]?$)/u

/** Bounds the words of a query. */
const MAX_QUERY_WORDS = 24

/**
 * Returns the content words of a normalized question, separated by spaces: a run of Chinese content stays joined,
 * because terms consist of several words. Empty when the question names no subject.
 */
export function contentWords(question: string): string {
  const subject = WHERE_TO_BEGIN.test(question)
    ? question.replace(WHERE_TO_BEGIN, ' ').replace(WANTS_TO_LEARN, ' ')
    : question
  const text = stripListRequest(subject).replace(AGENT_NOUN, '')
  const runs = text.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []
  const wordsOfChineseRuns = chineseWords(
    runs.filter((run) => HAN_CHARACTER.test(run)),
    ASKS_AT_END.test(text.trim()),
  )
  const isShouted = !/[\p{Ll}\p{Script=Han}]/u.test(text)
  const content = runs.flatMap((run) =>
    HAN_CHARACTER.test(run) ? (wordsOfChineseRuns.shift() ?? []) : latinWords(run, isShouted),
  )
  // A single character says little next to longer words.
  const longerWords = content.filter((word) => !isOneCharacter(word))
  return [...new Set(longerWords.length > 1 ? longerWords : content)].slice(0, MAX_QUERY_WORDS).join(' ')
}

const isOneCharacter = (word: string) => /^\p{Script=Han}$/u.test(word)

/** Phrases of which one word would otherwise be taken for content: "held back", "how much faster". */
const DROPPED_PHRASE = phrasePattern('question-words/dropped-phrases', 'gi')

/** Words that the search reads as operators in capitals. */
const OPERATOR = /^(?:AND|OR|NOT)$/
/** A word of at least two capitals. */
const ALL_CAPITALS = /^\p{Lu}{2,}$/u

/**
 * Returns the content words of a Latin run, without punctuation that the search would read as operators. A word in
 * capitals is an acronym, even if it is spelled like a stop word: ABLE, WHO.
 *
 * @param isShouted whether the question is written in capitals throughout.
 */
function latinWords(run: string, isShouted: boolean): string[] {
  const isStopWord = (word: string): boolean =>
    baseForms(word.toLowerCase()).some((form) => ENGLISH_STOP_WORDS.has(form)) &&
    (isShouted || !ALL_CAPITALS.test(word) || OPERATOR.test(word))
  const words = run
    .replace(/['’]s\b/g, ' ')
    .replace(DROPPED_PHRASE, ' ')
    .split(/[^\p{L}\p{M}\p{N}+#./-]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![./-])[./-]+$/u, ''))
    .filter((word) => word !== '')
  const termPositions = termWordPositions(words, isStopWord)
  return (
    words
      .filter((word, position) => termPositions.has(position) || !isStopWord(word))
      .filter((word) => word.length > 1 || /[\p{Lu}\p{N}]/u.test(word))
      // NEAR and NEAR/3 are operators of the search.
      .map((word) => (/^NEAR(?:\/\d+)?$/.test(word) ? 'near' : word))
  )
}

/** The endings of inflected words, and what may stand in their place in the base form: *studies*, *using*. */
const INFLECTIONS: [RegExp, string[]][] = [
  [/ies$/, ['y']],
  [/ied$/, ['y']],
  [/s$/, ['']],
  [/es$/, ['']],
  [/ed$/, ['', 'e']],
  [/ing$/, ['', 'e']],
]
/** A shorter rest is no base form: *thing* is none of *th*. */
const MIN_BASE_CHARS = 3

/** Returns a lower-case word and the words of which it may be an inflected form. */
const baseForms = (word: string): string[] => [
  word,
  ...INFLECTIONS.filter(([ending]) => ending.test(word)).flatMap(([ending, replacements]) =>
    replacements.map((each) => word.replace(ending, each)).filter((form) => form.length >= MIN_BASE_CHARS),
  ),
]

/** The stop words and phrases of two characters or more. */
const LONG_STOP_PHRASE = new RegExp(
  [...CHINESE_STOP_PHRASES, ...CHINESE_STOP_WORDS].filter((word) => word.length > 1).join('|'),
  'gu',
)
/** Returns whether a term contains a stop word and has content beyond it. */
const containsStopWord = (term: string): boolean => {
  const rest = term.replace(LONG_STOP_PHRASE, '')
  return rest !== term && [...rest].some((sign) => !CHINESE_STOP_WORDS.has(sign))
}
/** Returns whether removing stop words would shorten a term: 类 in 谱聚类, 中和 in 碳中和, 项 in 频繁项集. */
const losesCharacters = (term: string): boolean => wordsOfRun(term).join('') !== term
const protectedTerms = createTermMarker((term) => containsStopWord(term) || losesCharacters(term))
/** Collects the protected terms in steps, before the first question needs them. */
export const loadProtectedTerms = protectedTerms.load

/** Stands before a verb that is content, so that it is not taken for a task verb; a private-use character. */
const KEEP_MARK = '\uE000'
const TASK_VERB = anyOf('question-words/task-verbs')
/** Verbs that ask for an account: 「请解释…」, 「进行讨论」, 「总结了…」. */
const ASKING_VERB = new RegExp(
  [
    `(?<![\\p{Script=Han}${KEEP_MARK}])请?(?:${anyOf('question-words/listing-verbs')}|${TASK_VERB})(?!性|[逻推]|偏置|[符子])`,
    `(?<=的|进行|一下)${TASK_VERB}(?=\\s|$)`,
    `${TASK_VERB}(?=[了过])`,
  ].join('|'),
  'gmu',
)
/** Questions whether one thing explains another, in which the verb is content. */
const WHETHER_EXPLAINS = new RegExp(
  `(${anyOf('question-words/whether')})(${anyOf('question-words/explaining-verbs')})`,
  'gu',
)
/** The first half of an A-not-A question, 够不够 or 好不好; without it 适不适合 is 适合. */
const A_NOT_A = /(\p{Script=Han})不(?=\1)/gu
/** 「多少条」, 「几个月」: a question for a count with its measure word or unit. */
const COUNT_QUESTION = new RegExp(
  `(?:多少|(?<![近这那前后好数])几)个?(?:${[
    ...words('zh', 'quantities/measures'),
    ...words('zh', 'quantities/seconds').filter((word) => !/\d/.test(word)),
  ].join('|')})`,
  'gu',
)
const COUNT_OF_THING = phrasePattern('question-words/count-of-thing', 'gu')
const LOCATIVE_SUFFIX = phrasePattern('question-words/locative-suffix', 'gmu')
/** A count with its measure word, 「三个」 in 「三个编码器」. */
const COUNT_MEASURE = /[两二三四五六七八九十几]个(?=\p{Script=Han}{2})/gu
const AUTHOR_WORD = phrasePattern('question-words/author', 'gu')

/**
 * Returns the content words of each run of Chinese. All runs are processed together because there may be thousands.
 *
 * @param asksAtEnd whether the question word comes at the end, so that a verb at the beginning is content.
 */
function chineseWords(runs: string[], asksAtEnd: boolean): string[][] {
  const { text, restore } = protectedTerms.mark(simplifyText(runs.join('\n')))
  // Wordings of several words are removed before the stop words that they contain.
  let rest = `${asksAtEnd ? KEEP_MARK : ''}${text}`.replace(A_NOT_A, '')
  rest = rest.replace(COUNT_OF_THING, ' ').replace(LOCATIVE_SUFFIX, ' ')
  rest = rest.replace(COUNT_MEASURE, ' ').replace(COUNT_QUESTION, ' ')
  rest = rest.replace(WHETHER_EXPLAINS, `$1${KEEP_MARK}$2`)
  for (const phrase of CHINESE_STOP_PHRASES) rest = rest.replaceAll(phrase, ' ')
  rest = rest.replace(AUTHOR_WORD, ' ').replace(ASKING_VERB, ' ').replaceAll(KEEP_MARK, '')
  return rest.split('\n').map((run) => wordsOfRun(run).map(restore))
}

/** Returns the content words of a run; adjacent ones stay joined because terms consist of them. */
function wordsOfRun(run: string): string[] {
  return run.split(' ').flatMap((piece) => {
    // Content words are joined to the last item; a word without content begins a new one.
    const joined: string[] = ['']
    const segments = segmentChinese(piece)
    for (const [at, word] of segments.entries()) {
      if (isPartOfWord(segments, at) || isContent(word, segments[at + 1], joined.at(-1) ?? ''))
        joined[joined.length - 1] += word
      else joined.push('')
    }
    return joined.filter((word) => word !== '')
  })
}

/**
 * Returns whether a segment is content rather than a word of the question.
 *
 * @param before the content that the word would be joined to: 时间关系 is one term, 时间的关系 two words.
 */
function isContent(word: string, next: string | undefined, before: string): boolean {
  if (next !== undefined && isInCompoundName(word, next, before === '' && !CHINESE_STOP_WORDS.has(next)))
    return true
  if (word === '关系') return before !== ''
  const isLast = next === undefined || (next !== '关系' && CHINESE_STOP_WORDS.has(next))
  return !CHINESE_STOP_WORDS.has(word) && !(isLast && CHINESE_FINAL_STOP_WORDS.has(word))
}

/** Nouns that make a name with a preceding modifier: 关系抽取, 问题生成, 观点挖掘. */
const TASK_NOUN = new RegExp(`^${anyOf('compounds/task-nouns')}$`, 'u')
const TASK_MODIFIERS = wordSet('zh', 'compounds/task-modifiers')
/** Words that form a name with what follows when they come first: 概念漂移, 关系型数据库, 思想实验. */
const NAME_BEGINNINGS = wordSet('zh', 'compounds/beginnings')

/**
 * Returns whether a word is part of a compound name rather than a word of the question.
 *
 * @param begins whether the word comes first and a content word follows.
 */
const isInCompoundName = (word: string, next: string, begins: boolean): boolean =>
  (TASK_MODIFIERS.has(word) && TASK_NOUN.test(next)) ||
  next === '主义' ||
  (begins && NAME_BEGINNINGS.has(word))

/** Words that make a name with 可, as 可降解塑料; elsewhere 可 means that something is possible. */
const ABILITY_SUFFIX = phrasePattern('compounds/ability-suffixes', 'u')

/**
 * Returns whether a single character is part of a word that the dictionary lacks and the segmenter therefore splits
 * into characters: 语篇, 译后编辑, 会话推荐, 聚类, 去偏, 习得, 可解释性.
 */
function isPartOfWord(segments: string[], at: number): boolean {
  const [word, before, next] = [segments[at] ?? '', segments[at - 1], segments[at + 1]]
  return (
    (/^[篇后]$/u.test(word) && isLoneContent(before) && next !== undefined) ||
    (word === '会' && at === 0 && next === '话') ||
    (word === '类' && before === '聚') ||
    (word === '得' && before === '习') ||
    (word === '去' && /^(?:[偏噪重雾毒敏冗雨]|.{2,3}化)$/u.test(next ?? '')) ||
    (word === '可' && ABILITY_SUFFIX.test(next ?? ''))
  )
}

/** Returns whether a segment is a single character with content. */
const isLoneContent = (word: string | undefined) =>
  word?.length === 1 && HAN_CHARACTER.test(word) && !CHINESE_STOP_WORDS.has(word)
