import { anyOf, phrasePattern, wordSet } from '../../language/phrases.ts'
import type { Language } from '../../language/question/question.ts'

/** Nouns and verbs that ask for an effect or a cause, unless they belong to a term. */
const RELATION_NOUN = new RegExp(`^${anyOf('asking-nouns/nouns')}$`, 'i')
const RELATION_VERB = new RegExp(`^${anyOf('asking-nouns/verbs')}$`, 'i')
/** Matches words in front of such a noun that make it part of a term. */
const PRECEDING_TERM = new RegExp(`^${anyOf('asking-nouns/preceding')}$`, 'i')
/**
 * Matches continuations that make such a noun part of a term: effect size, impact factor, causes of death,
 * evidence-based.
 */
const FOLLOWING_TERM = /^\s*(?:sizes?|factors?|assessments?|models?|analysis|investing|of death)\b|^-/i
/** Matches what follows a noun that asks: the end of the question, or a word that leads to what it is asked about. */
const ASKING_CONTEXT =
  /^\s*(?:$|[?,.;:]|(?:of|on|upon|for|in|behind|between|that|which|do|does|did|has|have|had|is|are|was|were|can|could|would|might|may|and|or|to|with|from|affect(?:s|ed|ing)?|influenc(?:es?|ed|ing)|determin(?:es?|ed|ing)|driv(?:es?|ing)|caus(?:es?|ed|ing)|explain(?:s|ed|ing)?|contribut(?:es?|ed|ing)|lead(?:s|ing)?)\b)/i
/** Matches words between a question word and the noun that asks: what are the main effects. */
const QUALIFIER = new RegExp(`^${anyOf('asking-nouns/qualifiers')}$`, 'i')
const FUNCTION_WORDS = wordSet('en', 'sentences/function-words')

/** Length of the text after a word that decides whether it asks, in characters. */
const FOLLOWING_CHARS = 24

/** Returns the words of an English question that only ask something about its subject, in lower case. */
function englishAskingWords(text: string): Set<string> {
  const asking = new Set<string>()
  const inTerms = new Set<string>()
  let previous = ''
  for (const { 0: word, index } of text.matchAll(/[\p{L}][\p{L}'’-]*/gu)) {
    const following = text.slice(index + word.length, index + word.length + FOLLOWING_CHARS)
    const isAsking =
      (RELATION_NOUN.test(word) && isAskingNoun(previous, following)) ||
      (RELATION_VERB.test(word) && !FOLLOWING_TERM.test(following) && !PRECEDING_TERM.test(previous))
    if (isAsking) asking.add(word.toLowerCase())
    else inTerms.add(word.toLowerCase())
    previous = word
  }
  // A word that belongs to a term once is kept everywhere.
  for (const word of inTerms) asking.delete(word)
  return asking
}

/**
 * Returns whether a noun such as "effect" asks for something in its place, rather than being part of a term.
 *
 * @param previous the word before the noun; '' at the beginning.
 */
function isAskingNoun(previous: string, following: string): boolean {
  if (PRECEDING_TERM.test(previous) || FOLLOWING_TERM.test(following) || !ASKING_CONTEXT.test(following))
    return false
  return (
    previous === '' ||
    FUNCTION_WORDS.has(previous.toLowerCase()) ||
    QUALIFIER.test(previous) ||
    /^\s*(?:on|upon|between)\b/i.test(following)
  )
}

/**
 * Chinese words that only ask something, longer ones before their endings; they occur alone or after their
 * subject.
 */
const CHINESE_ASKING_WORDS =
  '影响因素 作用机制 影响机制 作用机理 影响机理 影响路径 作用路径 驱动因素 决定因素 内在机制 内在逻辑 因果关系 影响效果 作用效果 效果 成效 成因 原因 诱因 因素 疗效 影响 作用 后果 有效性 证据'.split(
    ' ',
  )
/** Chinese words that only ask something when they stand alone. */
const STANDALONE_ASKING_WORDS = new Set(
  [
    ...CHINESE_ASKING_WORDS,
    '机制 机理 路径 效应 关系 有效 导致 引起 造成 促进 提升 有助于 是否有效 显著 产生 发生 形成 起'.split(
      ' ',
    ),
  ].flat(),
)
/** Matches Chinese terms that end in such a word but name a thing. */
const CHINESE_TERM = phrasePattern('asking-nouns/terms', 'u')

/** Matches a verb of occurrence or causation in front of its object. */
const OCCURRENCE_VERB = /^(?:出现|导致|引起|引发|造成)(?=\p{Script=Han}{2})/u
/** Maximum number of asking words removed from one word: 治疗效果证据 has two. */
const MAX_ASKING_WORDS = 3
/** Minimum length of the subject in front of an asking word, in characters. */
const MIN_SUBJECT_CHARS = 2

/**
 * Removes asking words from the end of a Chinese word: 雾霾成因 asks about the causes of smog, so its subject is smog.
 * Returns '' for a word that only asks.
 */
function stripAsking(word: string): string {
  let rest = word.replace(OCCURRENCE_VERB, '')
  for (let turn = 0; turn < MAX_ASKING_WORDS && !CHINESE_TERM.test(rest); turn += 1) {
    if (STANDALONE_ASKING_WORDS.has(rest)) return ''
    const end = CHINESE_ASKING_WORDS.find(
      (each) => rest.endsWith(each) && rest.length - each.length >= MIN_SUBJECT_CHARS,
    )
    if (end === undefined) break
    rest = rest.slice(0, -end.length)
  }
  return rest
}

/**
 * Removes from the query of a question about effects or causes the words that only ask for them, since a relevant paper
 * need not contain "cause". Words that belong to a term are kept: side effects, 副作用. When nothing else is left, the
 * query is returned unchanged.
 *
 * @param query the question's content words.
 * @param text the question.
 */
export function stripAskingWords(query: string, text: string, language: Language): string {
  const words = query.split(' ').filter(Boolean)
  const english = englishAskingWords(text)
  const subjectWords = words.flatMap((word) => {
    if (english.has(word.toLowerCase())) return []
    const rest = language === 'zh' ? stripAsking(word) : word
    return rest === '' ? [] : [rest]
  })
  return subjectWords.length > 0 ? [...new Set(subjectWords)].join(' ') : query
}
