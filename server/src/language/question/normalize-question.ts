import { simplifyText } from '@scinav/search'
import { stripInvisible } from '../text/clean.ts'

/** Bounds the text that is normalised, in UTF-16 units; the rest is kept as it is. */
const MAX_QUESTION_CHARS = 4_000

/**
 * Returns a text in NFKC with single spaces and no invisible characters; its first 4,000 units in simplified Chinese.
 */
export function normalizeText(asked: string): string {
  const text = stripInvisible(asked).normalize('NFKC').replace(/\s+/g, ' ').trim()
  return simplifyText(text.slice(0, MAX_QUESTION_CHARS)) + text.slice(MAX_QUESTION_CHARS)
}

/** Normalises a question and strips the pleasantries around it. */
export function normalizeQuestion(asked: string): string {
  const text = normalizeText(asked)
  return stripPleasantries(text.slice(0, MAX_QUESTION_CHARS)) + text.slice(MAX_QUESTION_CHARS)
}

/**
 * Strips pleasantries from around a question: greetings, introductions, polite phrases and thanks. A clause at either
 * end that consists only of the words below carries nothing to search for.
 */

/** Words of Chinese pleasantries, sorted longest first so that the alternation prefers the longer match. */
const CHINESE_PLEASANTRIES =
  // Forms of address and greetings.
  (
    '小助手 我没理解错的话 没理解错的话 没理解错 确认 三句话 两句话 几句话 句话 老师 同学 教授 专家 学长 学姐 师兄 师姐 前辈 大佬 大神 各位 大家 你们 您们 你好 您好 你 您 早上好 上午好 中午好 下午好 晚上好 早安 哈喽 嗨 嗯 额 在吗 科学导航 助手 ' +
    // The writer.
    '我们 咱们 我 本人 小弟 小妹 晚辈 新手 小白 初学者 初学 刚入门 入门 刚接触 接触 自学 学习 学生 大学生 本科生 研究生 硕士生 博士生 本科 硕士 博士 研一 研二 研三 博一 博二 博三 大一 大二 大三 大四 在读 刚 读 学 ' +
    // The writer's task and situation.
    '毕业论文 学位论文 硕士论文 博士论文 课程论文 论文 文献综述 综述 开题报告 开题 申请书 作业 报告 课程 汇报 组会 答辩 面试 题目 材料 资料 导师 老板 同事 朋友 审稿人 组里 课上 上课 课 ' +
    '正在 最近 现在 目前 今天 刚刚 准备 打算 要求 布置 留 提到 问到 被问 在 写 做 赶 交 让 叫 卡住 卡 地方 细节 小 遇到 碰到 找不到 没找到 找到 搜了 搜 答不上来 答不出 答 半天 很久 好久 ' +
    // The request.
    '如果方便 方便的话 顺便 顺带 一句 一眼 一事不明 事不明 赐教 望 科普 好奇 比较笨 笨 不好意思 打扰 打搅 抱歉 冒昧 请教 请问 咨询 打听 求助 求解 求 请帮 帮助 帮忙 帮我 帮 解答 回答 回复 告诉 告知 指教 指点 解惑 查一查 查一下 查查 查证 查 找 看看 看 了解 知道 明白 弄清楚 搞清楚 弄清 搞清 说说 讲讲 ' +
    '有一个问题 有个问题 一个问题 个问题 问题 疑问 疑惑 困惑 问一问 问一下 问下 问问 问 想要 想 希望 需要 麻烦 劳驾 拜托 可以 可否 能否 能不能 可不可以 能 方便 的话 如果 请 一下 下 一点 一个 如题 ' +
    // The form of the answer.
    '举个例子 举例子 举例 例子 控制在 控制 左右 讲细 细 讲 答案 回答 越好 深入 展开 条理 分点 要点 双语 详细 简短 简单 通俗 具体 仔细 认真 尽量 最好 并且 并 给出 附上 标明 注明 列出 引用 出处 来源 依据 参考文献 原文 用 中文 英文 字 以内 越 短 长 多 ' +
    '在线等 着急 急需 急 尽快 谢谢 多谢 感谢 感激不尽 感激 非常 十分 万分 特别 真的 太 很 挺 先 提前 在此 辛苦 谢过 谢 ' +
    // Connecting words.
    '不太 不 没有 没 还 再次 再 又 来 一直 有点 有 懂 清楚 不确定 这方面 这个 那个 这 那 是 也 就 里 中 有关 关于 以下 下面 跟 和 向 对 给 事情 事儿 事 件 个 点 了 啦 啊 呀 哦 呢 吧 吗 么 嘛 的 地 得 好 哈 要'
  )
    .split(' ')
    .toSorted((a, b) => b.length - a.length)

const CHINESE_PLEASANTRY = new RegExp(CHINESE_PLEASANTRIES.join('|'), 'gu')

/** Cues without which a clause is no pleasantry: 「在这个问题中」 is part of the question. */
const CHINESE_PLEASANTRY_CUE =
  /[您我求急谢]|你们?好|好吗|请|麻烦|劳驾|拜托|辛苦|打[扰搅听]|抱歉|不好意思|冒昧|咨询|帮|在吗|感激|想(?:问|知道|了解)|如题|在线等|在(?:写|做|赶)|卡[在住]|出处|参考文献|导师|老师|作业|开题|组会|新手|小白|入门|初学|学生|科学导航|(?:早上|上午|中午|下午|晚上)好|哈喽|嗨|嗯|额|小助手|大神|大佬|理解错|确认|各位|方便的话|顺便|赐教|科普|不明|有点好奇|^[\s@]*(?:问题|提问|疑问)[\s:：]*$/u

const ENGLISH_PLEASANTRIES = new Set(
  // Forms of address and greetings.
  (
    'yo hi hello hey assistant bot greetings hm hmm um well ok okay dear there all everyone everybody anyone anybody someone somebody professor prof dr sir madam teacher friends folks guys scinav good morning afternoon evening day ' +
    // The writer and the writer's task.
    'i am im m was were are be been being my me mine you your us we our a an student students grad graduate undergraduate phd master masters college university school first second third fourth final year new newbie beginner field area ' +
    'writing write wrote doing do working thesis dissertation essay homework assignment course class report survey literature review chapter proposal grant presentation slides exam interview seminar project supervisor advisor boss ' +
    'colleague friend reviewer reviewers committee wants wanted asked told mentioned reading read somewhere stuck confused unsure deadline ' +
    // The request.
    'just really quite bit little curious wondering wonder have ve had has got one two some quick simple small short basic dumb silly stupid naive obvious serious honest noob sanity confirm double wrong following correctly mind telling three four five sentence most eli5 five like lol btw way question questions for can could would will d ll may might please pls plz kindly tell help ' +
    'helping verify explain inform let give assist assistance clarify pointer pointers suggestions insight insights with this that these it to know ask asking about check detail details thing something find finds out look looking search searched ' +
    'searching need want like love understand trying try learn figure answer reply response welcome hear hearing ' +
    // The form of the answer.
    'detail detailed briefly brief concise concisely short long cite citing citation citations source sources reference references chinese english words sentences possible ' +
    'thanks thank thx ty cheers many much lot very so too in on at of from as by advance best kind warm regards appreciate appreciated any great grateful happy glad sorry apologies bother bothering interrupt excuse pardon urgent urgently asap soon ' +
    // Connecting words.
    'here the and or but if is not no do does did again right place title forward hope hoping well nice weekend now today currently sure how s t re long time while couldn can anything everywhere'
  ).split(' '),
)

const ENGLISH_PLEASANTRY_CUE =
  /^(?:i|my|hmm?|um|yo|assistant|bot|eli5|btw|lol|serious|honest|noob|greetings|hi|hello|hey|dear|thanks|thank|thx|ty|cheers|please|pls|plz|kindly|asking|sorry|apologies|excuse|pardon|wondering|wonder|curious|appreciated?|grateful|regards|sanity|bother|newbie|beginner|hope|hoping|help|tell|scinav|question|stuck|confused|unsure|sure|obvious|urgent|asap)$/

/** Ends of clauses. A full stop or dash counts only next to a space: 3.5 is one number and IGF-1 one name. */
const CLAUSE_END =
  /(?<=[,。!?:;、~)])(?![,。!?:;、~)])|(?=\()|(?<=\.\s)|(?<=\s[-–—]\s)|(?<=\p{Extended_Pictographic}\s?)/u

/** Openings of a question that end without a punctuation mark: "could you tell me how many". */
const ENGLISH_LEAD_IN =
  /^(?:(?:and|so|well|ok(?:ay)?|hi|hello|hey),? )?(?:i (?:was|am)(?: just)? (?:wondering|curious)|i wonder|i(?:'d| would) (?:like|love) to (?:know|ask|understand)|i want to (?:know|ask|understand)|i(?:'d| would) (?:be (?:very |really |so )?(?:grateful|glad|happy)|appreciate it) if you (?:could|can|would) (?:tell|explain to|let) me(?: know)?|would you mind telling me|(?:can|could|would) (?:you|anyone|someone)(?: please)? (?:tell|explain to|let) me(?: know)?|(?:please )?(?:tell|let) me(?: know)?|do you (?:happen to )?know|may i ask(?: you)?|does any(?:one|body) (?:here )?know)(?: please)?[ ,:]+(?=\S)/i
/** Their Chinese counterparts: 「我想请教一下」, 「能不能帮我查一下」, 「有人知道」. */
const CHINESE_LEAD_INS = [
  /^我?[就只还]?想(?:请教|请问|咨询|问问|问|了解|知道|打听|弄清楚|搞清楚)(?:一下|下)?(?:[你您]|老师|大家|各位)?(?=\S)/u,
  /^(?:请|麻烦|劳驾)?[你您]?(?:能不能|能否|可不可以|可否|可以|能)?(?:请|麻烦|劳驾)?[你您]?(?:帮我|帮忙|给我|替我)?(?:查一下|查查|查下|看一下|看下|看看|说说|说一下|讲讲|讲一下|告诉我|问一下)(?=\S)/u,
  /^(?:有没有|有)(?:人|谁|哪位)(?:能)?(?:知道|清楚|告诉我)(?=\S)|^谁(?:能)?(?:知道|告诉我)(?=\S)/u,
]
const CHINESE_CLOSING = /(?:谢谢|多谢|感谢|拜托|麻烦)(?:[你您]|大家|老师)?[了啦]?$/u

/** Marks before a message or a list item: 「@科学导航」, "Q:", 「问：」, "1)". */
const MESSAGE_MARK =
  /^(?:[[【(](?:question|q|提问|问题|求助|请教)[\])】] ?|@\S{1,40} |(?:q|question|问|问题|提问) ?\d{0,3} ?: ?|\(?\d{1,2}[.)、] ?(?!\d))(?=\S)/iu
/** Bounds how many marks are stripped in a row; nobody writes more. */
const MAX_MARKS = 4
/** A sentence in which the writer introduces himself or herself. */
const SELF_INTRODUCTION = /^(?:我是[^。!?]{1,40}[。!]|(?:i am|i['’]m|as) an? [^.!?]{1,80}[.!]) ?(?=\S)/iu

/** Instructions on the answer in a sentence after the question: 「越具体越好」, "Keep it short, please.", 「200 字以内」. */
const ANSWER_INSTRUCTION =
  /(?<=[?。!])\s?[(（]?(?:请|最好|麻烦|尽量|回答|答案|要|希望|记得|越|不用|不要|别|能|多|控制|用|\d{2,5}(?=\s?字))[^?。!;；]{0,20}(?:中文|英文|双语|汉语|英语|字以内|字左右|例子|举例|详细|简短|简洁|通俗|具体|简单|深入|展开|细一?[点些]|太长|越好|出处|来源|参考文献|引用|列表|表格|分点|要点|条理)[^?。!;；]{0,8}[。!)）]?\s*$|(?<=[?.!])\s(?:please |kindly |and )?(?:answer|reply|respond|explain|keep|make|be|cite|give|include|use|write|in|the more|the shorter|the simpler|as|no)\b[^?.!;]{0,70}\b(?:short|brief|briefly|concise|details?|detailed|simple|simply|chinese|english|sources?|references?|citations?|examples?|bullet points?|words|sentences|specific|better|thorough|terms|lay(?:man|person))\b[^?.!;]{0,20}[.!]?\s*$/iu

const HAN_CHARACTER = /\p{Script=Han}/u

/** Bounds the clauses that are examined at either end; nobody writes more pleasantries. */
const MAX_CLAUSES = 8

/**
 * Removes the pleasantries around a question; returns the whole text when it holds nothing else, as in 「你好」.
 *
 * @param text a normalised text: NFKC (so that punctuation is half-width) and simplified Chinese.
 */
export function stripPleasantries(text: string): string {
  const rest = stripLeadIn(stripEmptyClauses(stripAnswerInstruction(stripMarks(text))))
  const asked = rest.replace(SELF_INTRODUCTION, '')
  return asked.length < rest.length && isSelfContained(asked) ? stripLeadIn(asked) : rest
}

function stripMarks(text: string): string {
  let rest = text
  for (let count = 0; count < MAX_MARKS && MESSAGE_MARK.test(rest); count += 1)
    rest = rest.replace(MESSAGE_MARK, '')
  return rest
}

const stripAnswerInstruction = (text: string): string => {
  const rest = text.replace(ANSWER_INSTRUCTION, '').trim()
  return canStandAlone(rest) ? rest : text
}

/** Drops empty clauses from both ends; returns the whole text when too little remains. */
function stripEmptyClauses(text: string): string {
  const clauses = text.split(CLAUSE_END)
  const from = countEmptyClauses(clauses)
  const to = clauses.length - countEmptyClauses(clauses.slice(from).toReversed())
  const rest = clauses.slice(from, to).join('').trim()
  if (!canStandAlone(rest)) return text
  const ended = to < clauses.length ? rest.replace(/(?<![,、\s])[,、\s]+$/u, '') : rest
  return from > 0 ? ended.replace(/^(?:but|so|and)[ ,]+(?=\S)/i, '') : ended
}

/** Counts the empty clauses at the beginning; returns 0 unless at least one of them has a cue of a pleasantry. */
function countEmptyClauses(clauses: string[]): number {
  const first = clauses.slice(0, MAX_CLAUSES)
  const end = first.findIndex((clause) => !isEmptyClause(clause, true))
  const empty = end === -1 ? first : first.slice(0, end)
  return empty.some((clause) => isEmptyClause(clause, false)) ? empty.length : 0
}

function stripLeadIn(text: string): string {
  const begun = [MESSAGE_MARK, ENGLISH_LEAD_IN, ...CHINESE_LEAD_INS, CHINESE_CLOSING].reduce(
    (rest, part) => rest.replace(part, ''),
    text,
  )
  // "I was wondering if X helps" asks whether X helps.
  return begun.length < text.length ? begun.replace(/^if (?=\S)/i, 'whether ') : text
}

/** Returns whether a text is long enough for a question; "what works?" in "student essays, what works?" is not. */
function canStandAlone(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 2 || (words.length > 0 && HAN_CHARACTER.test(text) && words.join('').length > 3)
}

/** Returns whether a question is long enough to be understood without the sentence before it. */
const isSelfContained = (text: string) =>
  (text.match(/\p{Script=Han}/gu) ?? []).length > 11 || (text.match(/[a-z]+/giu) ?? []).length > 6

/** Bounds the length of a pleasantry clause, in UTF-16 units. */
const MAX_CLAUSE_CHARS = 160

/** @param beside whether a neighbouring clause is empty too, so that this one needs no cue of its own. */
function isEmptyClause(clause: string, beside: boolean): boolean {
  if (clause.length > MAX_CLAUSE_CHARS) return false
  const written = clause.toLowerCase().trim()
  if (!/[\p{L}\p{N}]/u.test(written)) return true
  return HAN_CHARACTER.test(written)
    ? isEmptyChineseClause(written, beside)
    : isEmptyEnglishClause(written, beside)
}

function isEmptyChineseClause(clause: string, beside: boolean): boolean {
  if (!beside && !CHINESE_PLEASANTRY_CUE.test(clause)) return false
  return !/[\p{L}\p{N}]/u.test(clause.replace(CHINESE_PLEASANTRY, ' '))
}

function isEmptyEnglishClause(clause: string, beside: boolean): boolean {
  const words = clause.replaceAll(/['’]/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  const isSmall = words.every((word) => ENGLISH_PLEASANTRIES.has(word) || word.length === 1)
  return isSmall && (beside || words.some((word) => ENGLISH_PLEASANTRY_CUE.test(word)))
}
