import { segmentChinese, simplifyText } from '@scinav/search'
import { isInCompoundName, isPartOfWord } from './compound-words.ts'
import { termWordPositions } from './english-terms.ts'
import { stripListRequest } from './list-request.ts'
import { normalizeQuestion } from './normalize-question.ts'
import { WHERE_TO_BEGIN } from './paper-order.ts'
import { type QuestionType, questionType } from './question-type.ts'
import { createTermMarker } from './term-marker.ts'

export type Language = 'zh' | 'en'

/** A question prepared for the search engine. */
export interface Question {
  text: string
  language: Language
  type: QuestionType
  /** Its content words; empty when the question names no subject ("summarise these papers"). */
  query: string
}

/** English words that form a question or name the kind of answer and are dropped from the query. */
const ENGLISH_STOP_WORDS = new Set(
  (
    'a an the of for in on at to from by with without as is are was were be been being am do does did done can could should would ' +
    'may might will shall must have has had having and or but if than then so not no nor ' +
    'what which who whom whose when where why how whether that this these those there here it its they them their theirs we us our ' +
    'ours i me my mine you your yours he she his her him one ones some any all each every both either neither many much more most ' +
    'few several other others another such same only just also too very quite really rather even still ever never ' +
    'please difference differences pros cons shown tell tells told telling explain describe summarize summarise summary overview introduce introduction list name give given show discuss ' +
    'took kept keep keeps keeping see sees saw seen look bring brings brought put puts let lets turn turns turned set sets matter matters become ' +
    'becomes became seem seems start begin behind apart ordinary actual own well good better best lag lags really often always usually still yet ' +
    'write writes written wrote published publish publishes explains explained explaining according describes described ' +
    'exactly ever kind sort lot lots bit done doing gone went gave says asked ask asks tried try far long big large small ' +
    'say says said know known find found report reported mean means meant define defined definition concept ' +
    'about between among across over under into onto through during within against per via like ' +
    'use uses used using make makes made making get gets got take takes taken work works working help helps helped ' +
    'main major key important current recent latest new existing different various common typical possible actually currently ' +
    'paper papers study studies studied studying literature research researcher researchers author authors article articles publication publications ' +
    'evidence approach approaches way ways kind kinds type types thing things topic question questions answer answers ' +
    'proposed propose proposes suggest suggested exist exists address addressed addresses affect affects ' +
    'conclude concludes concluded conclusion conclusions method methods ' +
    'hold holds held holding plenty afterwards afterward wider bigger larger smaller greater higher lower stronger weaker handle handles handled ' +
    'cope copes coped fare fares fared win wins won beat beats whole entire certain somehow besides instead nowadays anyway ' +
    'reach reaches reached manage manages managed exactly perhaps maybe everything something anything nothing someone anyone somebody anybody ' +
    'simply basically generally typically actually especially particularly mostly mainly merely almost enough ' +
    'counted measured expressed happen happens come comes go goes look looks need needs want wants able deal try tries let up out off ' +
    's t don doesn isn aren wasn didn won ll ve re d m'
  ).split(' '),
)

/** The Chinese counterparts, longest first; they are removed before the text is segmented. */
const CHINESE_STOP_PHRASES = (
  '请问 请介绍一下 请介绍 请解释 请说明 请总结 请列举 请告诉我 介绍一下 解释一下 总结一下 说明一下 说一下 讲一下 谈谈 是什么意思 指的是什么 什么意思 是什么 ' +
  '什么是 为什么 是为何 何谓 何为 有什么 有哪些 有没有 有何 哪些 哪种 哪个 哪一种 哪一个 哪一篇 哪篇 哪里 什么样 什么时候 什么 怎么样 怎么办 怎么做 是怎么回事 怎么回事 怎么 怎样 如何 是否 是不是 能否 能不能 可不可以 ' +
  '多少条 多少个 多少篇 多少种 多少名 多少位 多少次 多少项 多少句 多少段 多少小时 多少天 多少年 多少倍 多少人 多少件 多少本 多少首 多少道 多少门 多少类 多少家 多少部 多少张 多少台 多少点 多少词 多少对 多少组 多少份 多少页 多少字 多少万 多少亿 百分之几 几年之内 几年以内 几年内 几年 几个月 几个 几天 几轮 几次 几倍 几岁 几分钟 几小时 那个 这个 哪一年 一共 总共 还是 是个 有多深 有多大 有多高 有多长 有多快 有多宽 多深 多宽 多快 多厚 多少 多大 多长 多久 多高 多重 多远 大约 左右 几点 几时 途径 出来 存在 几种 为何 何时 何地 何人 谁 吗 呢 吧 关于 对于 有关 相关的 相关 方面 之间 目前 现有 最新 最近 近年来 近些年 近几年 近年 主要 常见 常用 不同 各种 一些 哪几 这几篇 这些 那些 这篇 该篇 ' +
  '有没有研究说明 研究表明 研究发现 研究证明 研究显示 研究说明 比较好 比较合适 相比之下 相比 的研究 研究了 研究者 学者 文献 论文 文章 研究现状 研究进展 现状 进展 可以 能够 应该 需要 进行 使用 采用 利用 运用 通过 提出了 提出 认为 属于 得到 做出 作出 起到 具有 ' +
  '我们 他们 它们 人们 我想知道 我想了解 我想 想知道 告诉我 帮我 给我 简要 分别'
)
  .split(' ')
  .toSorted((a, b) => b.length - a.length)

/** Verbs that ask for something at the beginning of a clause; elsewhere they are part of a name: 可解释性, 图像描述生成, 词典归纳. */
const CHINESE_TASK_VERB =
  /(?<![\p{Script=Han}\uE000])(?:请)?(?:列举|概述|概括|简述|总结|归纳|说明|解释|描述|介绍|讨论)(?!性|[逻推]|偏置|[符子])|(?<=的|进行|一下)(?:总结|归纳|说明|解释|描述|介绍|讨论)(?=\s|$)|(?:总结|归纳|说明|解释|描述|介绍|讨论)(?=[了过])/gmu
/** Questions whose question word comes at the end, so that a verb at the beginning is content: 「解释生成任务上 F 值是多少」. */
const ASKS_AT_END = /^\p{Script=Han}{5}[^。？?\n]{0,60}(?:多少|百分之几|哪[个种类]|吗[？?]?$)/u
/** Questions whether one thing explains another, in which the verb is content. */
const WHETHER_EXPLAINS = /(能否|是否|能不能|能够|可否)(解释|描述|说明|归纳)/gu
const KEEP_MARK = '\uE000'
/** 作者 as the author of a paper, not as a subject (作者归属, 作者身份识别) and not inside another word (社会工作者). */
const AUTHOR_WORD = /(?<![工写创合操制著])作者(?!归属|身份|识别|消歧|画像|同一)/gu

/** 里 after a place that is searched, as in 「语料库里」; in 公里 and 哪里 it is part of the word. */
const LOCATIVE_SUFFIX = /(?<=[库集料书中话本论据统络言语句词表篇境域])里(?=[有的一共都总]|\s|$)/gmu
/** A count with its measure word, 「三个」 in 「三个编码器」. */
const COUNT_MEASURE = /[两二三四五六七八九十几]个(?=\p{Script=Han}{2})/gu

/** 多少 before a word that begins like a measure word: 多少句子 asks for 句子, so 多少句 must not be removed. */
const COUNT_QUESTION =
  /多少(?=句子|段落|字[符母]|词[语汇条例元]|项目|页面|类[别型]|种类|组[合织]|人[类物工]|点击|对话)/gu

const CHINESE_STOP_WORDS = new Set(
  (
    '的 了 在 和 与 及 其 对 等 之 于 中 上 下 为 是 以 从 向 被 把 或 并 而 且 也 有 会 能 可 要 让 使 使得 用 做 由 将 则 所 着 过 到 给 比 就 都 还 又 很 更 最 ' +
    '这 那 它 他 她 我 你 您 该 此 某 各 每 个 种 类 篇 项 些 哪 何 什么 如何 怎样 一个 一种 以及 因为 所以 但是 并且 或者 如果 研究 问题 方法 内容 意思 含义 定义 概念 作用 影响 ' +
    '方式 办法 情况 特点 原因 区别 关系 意义 贡献 观点 本质 看法 结论 结果 发现 主张 思想 时候 里 后 前 来 去 说 讲 想 请 一下 几 第 ' +
    '长期 受 做成 制成 跟 反而 受到 期间 转成 换成 转为 换为 变为 改成 改为 翻成 译成 当成 当作 起来 时期 越 再 才 只 仅 靠 均 仍 却 被 得 地 吗 呢 吧 啊 既 谁 写 写过 撰写 发表 出版 著作 按 按照 根据 依据 凭 凭借 随 随着 经过 针对 面向 有用 ' +
    '以后 之后 不再 以前 之前 以来 以上 以下 这么 那么 多么 变成 降到 升到 达到 做到 说法 到底 究竟 真的 能到 最高 最多 最低 最少 最大 最小 最后 最终 最早 最深 只用 不用 不要 不需要 不靠 有人 别人 上面 里面 其中 其他 另外 还有 怎么办 更好 较好 最好 更强 更高 更差 提高到 降低到 换到 用上 用来 拿来 估计出 得出 来自 来源于 ' +
    '东西 事情 地方 年份 东东 过程中 的时候 本身 自己 同样 一样 够 不够 没有 不是 就是 都是 也是 而是 而且 虽然 即使 尽管 除了 除 之外 以外 包括 分成 分为 称为 叫做 叫 名叫 著名 那个 哪个'
  ).split(' '),
)

/** Single characters that are dropped at the end of a run but may begin a term: 句法网络强 against 强监督. */
const CHINESE_FINAL_STOP_WORDS = new Set(
  '好 分 强 弱 收 出 成 高 低 少 大 小 快 慢 长 短 深 易 省 降 升 提 叫 变 录 放 答 带 含 需 自 无 非 不 没 未 最 时 看 连 接 建 差'.split(
    ' ',
  ),
)

const HAN_CHARACTER = /\p{Script=Han}/u

/** Reads a question: its normalised text, language, type and content words. */
export function readQuestion(asked: string): Question {
  const text = normalizeQuestion(asked)
  // 「《Attention is all you need》用了什么方法？」 is a Chinese question, whatever the language of the title.
  const around = text.replace(QUOTED_TITLE, ' ')
  return {
    text,
    language: detectLanguage(/\p{L}/u.test(around) ? around : text),
    type: questionType(text.slice(0, MAX_QUESTION_CHARS)),
    query: extractQuery(text),
  }
}

/**
 * Returns the language to answer in: a question asked in Chinese is Chinese, however much English (a title, a term, a
 * pasted record) it contains.
 */
function detectLanguage(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/[a-z]+/gi)?.length ?? 0
  return han >= latin || (ASKS_IN_CHINESE.test(text) && !ASKS_IN_ENGLISH.test(text)) ? 'zh' : 'en'
}

const ASKS_IN_CHINESE =
  /什么|哪[个些里种篇年一几]|谁|多少|怎[么样]|如何|为何|是否|能否|有没有|是不是|[吗呢][\s？?。]*$|请|帮我/u
const ASKS_IN_ENGLISH =
  /^\W*(?:please |can you |could you )?(?:what|which|who|whom|whose|how|why|where|when|is|are|was|were|do|does|did|can|could|has|have|list|name|compare|explain|describe|tell|find|show|summari[sz]e|translate)\b/iu

const QUOTED_TITLE = /《[^《》]{1,300}》|“[^“”]{1,300}”|"[^"]{1,300}"/gu

const MAX_QUERY_WORDS = 24
/** Bounds the text from which the type and the query are read, in UTF-16 units. */
const MAX_QUESTION_CHARS = 4_000

/** Phrases before a subject that somebody wants to learn: 「我刚开始学机器翻译」. */
const WANTS_TO_LEARN =
  /(?:我|刚刚?|想要?|要|打算|准备){0,3}(?:开始)?(?:入门|学习|学|了解|接触)(?=\p{Script=Han}{2})/gu

function extractQuery(text: string): string {
  const whole = text.slice(0, MAX_QUESTION_CHARS)
  const begins = WHERE_TO_BEGIN.test(whole)
  const subject = begins ? whole.replace(WHERE_TO_BEGIN, ' ').replace(WANTS_TO_LEARN, ' ') : whole
  const read = stripListRequest(subject).replace(AGENT_NOUN, '')
  const runs = read.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []
  const rest = stripPhrases(
    runs.filter((run) => HAN_CHARACTER.test(run)),
    ASKS_AT_END.test(read.trim()),
  )
  const words = runs.flatMap((run) => (HAN_CHARACTER.test(run) ? (rest.shift() ?? []) : latinWords(run)))
  // A single character says little next to longer words.
  const telling = words.filter((word) => !isOneCharacter(word))
  const kept = telling.length > 1 ? telling : words
  return [...new Set(kept)].slice(0, MAX_QUERY_WORDS).join(' ')
}

/** Agent nouns before "who": 「青蒿素的发现者是谁」 asks who discovered it, so 发现者 is no content. */
const AGENT_NOUN =
  /的?(?:发现|发明|提出|创立|创建|建立|开创|首创|奠基|创始|倡导|提倡)[者人](?=都?(?:是|有|叫)(?:谁|哪))/gu

const isOneCharacter = (word: string) => /^\p{Script=Han}$/u.test(word)

/** Phrasal verbs whose second word would otherwise be taken for content: "held back", "break down", "ends up". */
const PHRASAL =
  /\b(?:(?:hold|held|holding|set|sets|fall|falls|fell) back|(?:break|breaks|broke|broken|come|comes|came|boil|boils) down|(?:end|ends|ended|make|makes|made) up|(?:carry|carries|carried) over|(?:stand|stands|stood) (?:in for|for)|(?:set|sets) (?:off|out)|(?:keep|keeps|kept) track of|(?:come|comes|came) (?:out|off)|(?:bring|brings|brought) about|(?:in|with) practice|these days|so far|at all|is it true(?: that)?|(?:to|under) what (?:extent|conditions|degree)|what role|plays? (?=in\b)|state[- ]of[- ]the[- ]art (?=in\b|for\b))\b/gi

/** Phrases that ask for the year, which the record of a paper holds. */
const WHICH_YEAR = /\b(?:in )?(?:which|what) year\b/gi

const isEnglishAsking = (word: string): boolean => ENGLISH_STOP_WORDS.has(word.toLowerCase())

/** Returns the content words of a Latin run, without punctuation that the search would read as operators. */
function latinWords(run: string): string[] {
  const words = run
    .replace(/['’]s\b/g, ' ')
    .replace(
      /\bhow (?:much|many times) (?:faster|slower|larger|smaller|cheaper|better|worse|higher|lower)\b/gi,
      ' ',
    )
    .replace(/\b(?:takes?|took|taken|taking) part\b/gi, ' ')
    .replace(WHICH_YEAR, ' ')
    .replace(PHRASAL, ' ')
    .split(/[^\p{L}\p{M}\p{N}+#./-]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![./-])[./-]+$/u, ''))
    .filter((word) => word !== '')
  const ofTerms = termWordPositions(words, isEnglishAsking)
  return words
    .filter((word, at) => ofTerms.has(at) || !isEnglishAsking(word))
    .filter((word) => word.length > 1 || /[\p{Lu}\p{N}]/u.test(word))
    .map((word) => (/^NEAR(?:\/\d+)?$/.test(word) ? 'near' : word))
}

/** The stop words and phrases of two characters or more. */
const ASKING_WORD = new RegExp(
  [...CHINESE_STOP_PHRASES, ...CHINESE_STOP_WORDS].filter((word) => word.length > 1).join('|'),
  'gu',
)
/** Returns whether a term contains a stop word and has content beyond it. */
const containsAskingWord = (term: string): boolean => {
  const rest = term.replace(ASKING_WORD, '')
  return rest !== term && [...rest].some((sign) => !CHINESE_STOP_WORDS.has(sign))
}
/** Returns whether removing stop words would shorten a term: 类 in 谱聚类, 中和 in 碳中和, 项 in 频繁项集. */
const losesCharacters = (term: string): boolean => contentWords(term).join('') !== term
const protectedTerms = createTermMarker((term) => containsAskingWord(term) || losesCharacters(term))
/** Collects the protected terms in steps, before the first question needs them. */
export const loadProtectedTerms = protectedTerms.load
/** The first half of an A-not-A question, 够不够 or 好不好; without it 适不适合 is 适合. */
const A_NOT_A = /(\p{Script=Han})不(?=\1)/gu

/**
 * Returns the content words of each run of Chinese. All runs are processed together because there may be thousands.
 *
 * @param asksBehind whether the question word comes at the end, so that a verb at the beginning is content.
 */
function stripPhrases(runs: string[], asksBehind: boolean): string[][] {
  const { text, back } = protectedTerms.mark(simplifyText(runs.join('\n')))
  let simple = `${asksBehind ? KEEP_MARK : ''}${text}`.replace(A_NOT_A, '')
  simple = simple.replace(COUNT_QUESTION, ' ').replace(LOCATIVE_SUFFIX, ' ').replace(COUNT_MEASURE, ' ')
  simple = simple.replace(WHETHER_EXPLAINS, `$1${KEEP_MARK}$2`)
  for (const phrase of CHINESE_STOP_PHRASES) simple = simple.replaceAll(phrase, ' ')
  simple = simple.replace(AUTHOR_WORD, ' ').replace(CHINESE_TASK_VERB, ' ').replaceAll(KEEP_MARK, '')
  return simple.split('\n').map((run) => contentWords(run).map(back))
}

/** Returns the content words of a run; adjacent ones stay joined because terms consist of them. */
function contentWords(rest: string): string[] {
  return rest.split(' ').flatMap((part) => {
    const kept: string[] = ['']
    const words = segmentChinese(part)
    for (const [at, word] of words.entries()) {
      if (isPartOfWord(words, at, isSingleCharacter) || isContent(word, words[at + 1], kept.at(-1) ?? ''))
        kept[kept.length - 1] += word
      else kept.push('')
    }
    return kept.filter((each) => each !== '')
  })
}

const isSingleCharacter = (word: string | undefined) =>
  word?.length === 1 && HAN_CHARACTER.test(word) && !CHINESE_STOP_WORDS.has(word)

/** @param before the content that the word would be joined to: 时间关系 is one term, 时间的关系 two words. */
function isContent(word: string, next: string | undefined, before: string): boolean {
  if (next !== undefined && isInCompoundName(word, next, before === '' && !CHINESE_STOP_WORDS.has(next)))
    return true
  if (word === '关系') return before !== ''
  const isLast = next === undefined || (next !== '关系' && CHINESE_STOP_WORDS.has(next))
  return !CHINESE_STOP_WORDS.has(word) && !(isLast && CHINESE_FINAL_STOP_WORDS.has(word))
}
