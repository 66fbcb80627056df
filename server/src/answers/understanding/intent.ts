import { visible } from '../text/clean.ts'

/** What somebody wants who writes to the assistant. */
export type Intent =
  /** Something that literature may tell. */
  | 'question'
  /** Words to the assistant itself. */
  | Talk
  /** The last answer in another form. */
  | 'table'
  | 'rework'

export type Talk = 'greeting' | 'thanks' | 'identity' | 'ability' | 'orders'

/** Phrases of each kind of talk; a text that is made of them and of small words alone is talk. */
const TALK: Record<Exclude<Talk, 'orders'>, RegExp[]> = {
  identity: [
    /你是谁|你叫什么(?:名字)?|你是(?:什么|哪个|哪种|哪家)(?:的)?(?:模型|助手|机器人|公司)?|(?:背后|用的|使用的|基于的)?(?:用的|使用的)?(?:是|用)(?:什么|哪个|哪种)(?:大)?(?:语言)?模型|谁(?:开发|做|训练)(?:了|出)?(?:来)?的?你|你是不是?(?:ai|人|机器人|chatgpt)/gu,
    /\bwho (?:are|made|built|created|trained) you\b|\bwhat are you\b(?! (?:able|capable|good))|\bwhat(?:['’]?s| is) your name\b|\b(?:what|which) (?:language )?model (?:are you|do you use|is behind you|is this)\b|\bare you (?:an? )?(?:ai|bot|robot|human|person|chatgpt)\b/gu,
  ],
  ability: [
    /你(?:都|还)?(?:能|会|可以)(?:帮我|为我|给我)?(?:做|干)?(?:些|点)?(?:什么|哪些事|啥|哪些)(?:事情|事)?|(?:你)?有(?:什么|哪些)功能|(?:这个)?(?:怎么|如何)(?:使用|用)(?:你|这个)|使用(?:帮助|说明)|^帮助$/gu,
    /\bwhat (?:can|do|could) (?:you|i) (?:do|ask|help)(?: me| us)?(?: with)?(?: you| here)?(?: for (?:me|us))?\b|\bwhat are you (?:able to do|capable of|good (?:at|for))(?: for (?:me|us))?\b|\bhow (?:can|could|do|will) you help(?: me| us)?\b|\bhow (?:do|can|should) i use (?:you|this|it)\b|\bwhat (?:are )?your (?:functions|features|capabilities)\b|^help(?: me)?$/gu,
  ],
  thanks: [
    /谢谢(?:你|您|啦)?|多谢|感谢|辛苦(?:了|啦)|(?:很|非常|真)有帮助|太好了|好的|明白(?:了)?|知道了|收到|再见|拜拜/gu,
    /\bthanks?(?: you)?(?: (?:so|very) much| a lot)?\b|\b(?:that(?:['’]?s| is| was) )?(?:very |really |so )?helpful\b|\bgot it\b|\b(?:good)?bye\b|\bgreat\b|\bok(?:ay)?\b/gu,
  ],
  greeting: [
    /你好|您好|哈喽|嗨|早上好|上午好|中午好|下午好|晚上好|在吗|最近(?:怎么样|好吗)|今天(?:怎么样|好吗)|你(?:怎么样|好吗)/gu,
    /\bhello\b|\bhi\b|\bhey\b|\bgood (?:morning|afternoon|evening|day)\b|\bhow are you(?: doing)?\b|\bhow is it going\b|\bnice to meet you\b/gu,
  ],
}

/** Orders to the assistant to forget what it is for, or to show what it was told; only at the beginning, and about itself. */
const ORDERS =
  /^(?:请|现在|please |now )?(?:(?:忽略|无视|忘记|忘掉|抛开).{0,12}(?:你|之前|此前|上面|以上|所有|全部).{0,16}(?:指令|提示|规则|设定|要求|限制)|(?:ignore|disregard|forget) (?:all |any |everything )?(?:of )?(?:your|previous|prior|the above|earlier|all)\b|(?:打印|输出|显示|展示|复述|告诉我)(?:出)?(?:你的|全部)?(?:系统)?(?:提示词|系统提示|设定)|(?:print|show|reveal|repeat|output)(?: me)? (?:your|the) (?:system )?(?:prompt|instructions)|reply with only\b)/u

/** Small words that are left when the phrases are taken out. */
const SMALL =
  /请问|请|麻烦|呀|啊|呢|吧|吗|哦|啦|嘛|的|了|是|你|您|我|和|也|很|那|现在|今天|一下|\b(?:please|and|today|there|so|very|you|me|i|the|a|much|then|now|all|everyone)\b/gu

/** The last answer, and what shall become of it. */
const LAST_ANSWER =
  /(?:上面|刚才|刚刚|之前|上一(?:个|条|次)|以上|前面|这个|这些)(?:的)?(?:回答|答案|答复|内容|结果|结论|文字)|^(?:把|将)(?:它|其|这)|\b(?:the |your )?(?:above|last|previous|that|this) (?:answer|reply|response|text|result)s?\b/u
const CHANGE =
  /翻(?:译)?成|译成|翻译|改写|改成|写成|整理|列成|列出来|列表|做成|缩短|精简|简短|压缩|扩写|展开|详细|总结|换成|转成|润色|\b(?:translate|rewrite|rephrase|shorten|summari[sz]e|condense|expand|elaborate|reformat|convert|turn|make|put|polish)\b/u
/** Requests that are about nothing else than the form. */
const FORM_ALONE =
  /^(?:请|麻烦)?(?:再|更)?(?:用|以|列成|做成|换成|改成)?(?:一个)?(?:表格|列表|要点|中文|英文)(?:的形式)?(?:列出来|列出|呈现|展示|回答|说|写|给我|整理)?(?:一下|吧|呢)?$|^(?:请)?(?:再|更)?(?:短|简短|详细|具体|通俗|简单)(?:一)?(?:点|些)(?:儿)?(?:吧)?$|^(?:please )?(?:(?:make|put|turn) (?:it|that|this|them) (?:in|into|as|shorter|longer|simpler).*|shorter|longer|simpler|more detail(?:ed|s)?|(?:as|in) an? (?:table|list)|in (?:chinese|english)|translate (?:it|that|this)(?: (?:in)?to \w+)?|shorten (?:it|that|this)|rewrite (?:it|that|this))(?:,? please)?$/u
const TABLE = /表格|列表|\btable\b|\blist\b/u

/** What is longer is never talk. */
const LONGEST = 200

/** @param answered whether there is an answer that a request may be about. */
export function intentOf(asked: string, answered: boolean): Intent {
  const text = visible(asked).normalize('NFKC').trim().toLowerCase()
  if (ORDERS.test(text.slice(0, LONGEST))) return 'orders'
  if (text.length > LONGEST) return 'question'
  const bare = text
    .replace(/[\p{P}\p{S}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const talk = talkOf(bare)
  if (talk) return talk
  const isRework = FORM_ALONE.test(bare) || (LAST_ANSWER.test(bare) && CHANGE.test(bare))
  if (!answered || !isRework) return 'question'
  return TABLE.test(bare) ? 'table' : 'rework'
}

/** The most telling kind of talk that a text is made of; null where it says something else too. */
function talkOf(text: string): Talk | null {
  let rest = text
  let first: Talk | null = null
  for (const kind of ['identity', 'ability', 'thanks', 'greeting'] as const)
    for (const phrase of TALK[kind]) {
      const without = rest.replace(phrase, ' ')
      if (without !== rest) first ??= kind
      rest = without
    }
  return first && !/[\p{L}\p{N}]/u.test(rest.replace(SMALL, ' ')) ? first : null
}
