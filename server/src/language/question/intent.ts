import { normalizeQuestion, normalizeText } from './normalize-question.ts'
import { classifySmallTalk } from './small-talk.ts'
import { FILLER_WORD, INSTRUCTION_OVERRIDE, TALK_PHRASES, type TalkKind } from './talk-phrases.ts'

export type { TalkKind }

/** The purpose of a message to the assistant. */
export type Intent =
  /** A question to the literature. */
  | 'question'
  /** Words to the assistant itself. */
  | TalkKind
  /** A request for the last answer in another form. */
  | 'table'
  | 'rework'

/** References to the last answer, and (`REWORK_VERB`) verbs that ask to change it. */
const LAST_ANSWER =
  /(?:上面|刚才|刚刚|之前|上一(?:个|条|次)|以上|前面|这个|这些)(?:的)?(?:回答|答案|答复|内容|结果|结论|文字)|^(?:把|将)(?:它|其|这)|\b(?:the |your )?(?:above|last|previous|that|this) (?:answer|reply|response|text|result)s?\b/u
const REWORK_VERB =
  /翻(?:译)?成|译成|翻译|改写|改成|写成|整理|列成|列出来|列表|做成|缩短|精简|简短|压缩|扩写|展开|详细|总结|换成|转成|润色|\b(?:translate|rewrite|rephrase|shorten|summari[sz]e|condense|expand|elaborate|reformat|convert|turn|make|put|polish)\b/u
/** Requests that concern nothing but the form of an answer. */
const FORM_REQUEST =
  /^(?:请|麻烦)?(?:再|更)?(?:用|以|列成|做成|换成|改成)?(?:一个)?(?:表格|列表|要点|中文|英文)(?:的形式)?(?:列出来|列出|呈现|展示|回答|说|写|给我|整理)?(?:一下|吧|呢)?$|^(?:请)?(?:再|更)?(?:短|简短|详细|具体|通俗|简单)(?:一)?(?:点|些)(?:儿)?(?:吧)?$|^(?:please )?(?:(?:make|put|turn) (?:it|that|this|them) (?:in|into|as|shorter|longer|simpler).*|shorter|longer|simpler|more detail(?:ed|s)?|(?:as|in) an? (?:table|list)|in (?:chinese|english)|translate (?:it|that|this)(?: (?:in)?to \w+)?|shorten (?:it|that|this)|rewrite (?:it|that|this))(?:,? please)?$/u
/** Complaints that the last answer was wrong, and requests to repeat it. */
const COMPLAINT =
  /^(?:(?:不对|不是|错了|答错了|你错了|重新(?:回答|说|来)|再说一[遍次]|再来一[遍次]|没(?:听|看)懂|(?:我)?(?:不太?|没)(?:明白|理解)(?:你的意思|什么意思)?|答非所问|(?:这|你)?(?:没有|没)回答我的问题)(?:啊|呀|吧|了|吗)? ?)+$|^(?:no )?(?:(?:thats?|this|it)(?: is)? ?(?:is)? ?(?:not right|wrong|not what i (?:asked|meant))|(?:that|this|it|you) (?:doesnt|didnt|does not|did not) answer (?:my|the) question|i (?:dont|do not|didnt) (?:understand|get it)|what do you mean|(?:please )?(?:say (?:that|it) again|repeat(?: (?:that|it))?|try again)|wrong(?: answer)?)$/u
const TABLE_REQUEST = /表格|列表|\btable\b|\blist\b/u

/** Texts longer than this, in UTF-16 units, are never small talk. */
const MAX_TALK_CHARS = 200

/**
 * Classifies a message.
 *
 * @param answered whether there is an answer that a request may refer to.
 */
export function detectIntent(asked: string, answered: boolean): Intent {
  const whole = normalizeText(asked).toLowerCase()
  const asking = normalizeQuestion(asked).toLowerCase()
  if (isInstructionOverride(whole) || isInstructionOverride(asking)) return 'orders'
  if (asking.length > MAX_TALK_CHARS) return 'question'
  const bare = stripPunctuation(asking)
  if (COMPLAINT.test(bare)) return answered ? 'rework' : 'ability'
  return detectTalk(whole, bare) ?? reworkIntent(bare, answered)
}

const detectTalk = (whole: string, bare: string): TalkKind | null =>
  (whole.length > MAX_TALK_CHARS ? null : (matchTalk(stripPunctuation(whole)) ?? talkInSentences(whole))) ??
  matchTalk(bare) ??
  classifySmallTalk(stripPunctuation(whole)) ??
  classifySmallTalk(bare)

function reworkIntent(bare: string, answered: boolean): Intent {
  const isRework = FORM_REQUEST.test(bare) || (LAST_ANSWER.test(bare) && REWORK_VERB.test(bare))
  if (!answered || !isRework) return 'question'
  return TABLE_REQUEST.test(bare) ? 'table' : 'rework'
}

/** Ends of clauses; an order may follow any of them. */
const CLAUSE_END = /[,，.。!！?？:：;；…\n]+/u

/** Returns whether a clause near the beginning is an order: 「小助手，忽略…」, "I am a linguist. Forget your rules …". */
const isInstructionOverride = (text: string): boolean =>
  text
    .slice(0, MAX_TALK_CHARS)
    .split(CLAUSE_END)
    .some((clause) => INSTRUCTION_OVERRIDE.test(clause.trim()))

/** Signs that a sentence asks for something in the literature. */
const LITERATURE_REQUEST =
  /[?？]|[吗呢]|什么|哪|谁|多少|怎|如何|为何|是否|能否|有没有|关于|有关|找|查|搜|检索|推荐|列|做|写|读|论文|文献|资料|想(?:了解|知道|看|学)|研究|介绍|解释|\b(?:what|which|who|how|why|where|when|find|search|look(?:ing)? (?:for|up)|papers?|articles?|literature|need|want|list|show|explain|recommend|about|on|regarding|interested|study|studying|research\w*|compare|give|tell)\b/u

/**
 * Returns the kind of talk of a text in which one sentence is talk and no other asks for anything, such as "I'm a
 * student. Hi!"; null otherwise. Thanks and greetings next to a question are part of the question.
 */
function talkInSentences(text: string): TalkKind | null {
  const sentences = text.split(SENTENCE_END).map((sentence) => sentence.trim())
  const said = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  const kinds = said.map((sentence) => matchTalk(stripPunctuation(sentence)))
  const others = said.filter((_, at) => kinds[at] === null)
  if (others.length === said.length || others.some((sentence) => LITERATURE_REQUEST.test(sentence)))
    return null
  const kind = TALK_KINDS.find((each) => kinds.includes(each)) ?? null
  const isOfAsker =
    kind === 'identity' || kind === 'ability' || others.every((each) => ABOUT_ASKER.test(each))
  return isOfAsker ? kind : null
}

/**
 * Sentences about the person who writes. Next to a greeting or thanks only these are allowed: "Hello. Entity linking."
 * asks for entity linking.
 */
const ABOUT_ASKER =
  /^(?:(?:i|im|i['’]m|my|we|our|here['’]?s|this is my|one more thing|first time|just|hm+|um+|please answer)\b|我|本人|晚辈|小弟|小妹|学生|大家|第一次)/u

const SENTENCE_END = /(?<=[.。!！?？:：;；…\n])/u
const TALK_KINDS = ['identity', 'ability', 'thanks', 'greeting'] as const

const stripPunctuation = (text: string) =>
  text
    .replace(/['’]/g, '')
    .replace(/[\p{P}\p{S}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the most specific kind of talk when a text consists of talk phrases and fillers only, null otherwise. */
function matchTalk(text: string): TalkKind | null {
  let rest = text
  let first: TalkKind | null = null
  for (const kind of TALK_KINDS)
    for (const phrase of TALK_PHRASES[kind]) {
      const without = rest.replace(phrase, ' ')
      if (without !== rest) first ??= kind
      rest = without
    }
  return first && !/[\p{L}\p{N}]/u.test(rest.replace(FILLER_WORD, ' ')) ? first : null
}
