const COUNT_WORD = String.raw`(?:一些|几|[一二两三四五六七八九十]{1,3}|\d{1,3})`
/** Nouns for written works of any kind and language: 学术论文, 英文综述文章. */
const WORK_NOUN = `(?:学术|研究|综述|期刊|会议|外文|英文|中文){0,2}的?(?:论文|文献|文章|著作|书籍|书目|专著|教材)`

/** 「推荐三篇」, 「帮我找几篇」; but 推荐 in 推荐系统 is part of a name. */
const LIST_REQUEST = new RegExp(
  String.raw`(?:推荐|列出|列举|寻找|查找|找|给出|介绍)(?:一下|给我|我|出)?${COUNT_WORD}[篇本部些种]?(?=\p{Script=Han}|[\p{L}\s])`,
  'gu',
)
const RECOMMENDATION_REQUEST = new RegExp(`^[^，。？?]{0,8}?推荐(?=[^，。？?]{1,40}${WORK_NOUN})`, 'gmu')
/** A number of works: 「三篇」, and 「两本」 for books. */
const COUNTED_WORKS = new RegExp(`${COUNT_WORD}(?:篇|[本部](?=[^，。？?]{0,12}(?:书|教材|著作|专著)))`, 'gu')
/** Adjectives of quality; they are dropped because records do not say which papers are classics. */
const QUALITY_ADJECTIVE = new RegExp(
  `(?:最|较|比较|很)?(?:经典|重要|著名|有名|有?代表性|必读|优秀|高被引|奠基性?|开创性?|里程碑式?|有影响力?|高质量|权威|好|入门)(?:的|且|又)?(?=${WORK_NOUN})|值得一?[读看]的?`,
  'gu',
)
/** Requests to write a review: 「帮我写一段关于…的综述」. Only the captured subject is searched for. */
const REVIEW_REQUEST =
  /^[^，。？?]{0,10}?(?:撰写|写|生成|整理|做)(?:一|出)?(?:段|篇|份|个|下)?(?:关于|有关)?([^，。？?]{2,60}?)的?(?:文献)?(?:综述|评述)[吗吧呢]?[？?。！!]?\s*$|^(?:(?:please|can you|could you|help me)\s+){0,2}(?:write|draft|compose|prepare)(?: me)? an? (?:(?:short|brief) )?(?:literature )?(?:review|overview|survey) (?:of|on|about) ([^?]{2,120}?)[?.!]?\s*$/iu
const MAX_QUESTION_CHARS = 300

/** Returns the subject of a review that the text asks to be written, or null when it asks for none. */
export function reviewSubject(text: string): string | null {
  const [, chinese, english] = REVIEW_REQUEST.exec(text.trim().slice(0, MAX_QUESTION_CHARS)) ?? []
  return chinese ?? english ?? null
}

const ENGLISH_WORK_NOUN = String.raw`(?:papers?|articles?|publications?|books?|literature|studies|works)\b`
const ENGLISH_QUALITY = new RegExp(
  String.raw`\b(?:(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|a few|some|several)\s+)?(?:(?:most|very|highly)\s+)?(?:classic(?:al)?|seminal|landmark|influential|foundational|famous|notable|cited|must-read|essential|good|top|best|great)\s+(?=${ENGLISH_WORK_NOUN})`,
  'giu',
)
const ENGLISH_COUNTED_WORKS = new RegExp(
  String.raw`\b(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2})\s+(?=${ENGLISH_WORK_NOUN})`,
  'giu',
)
const ENGLISH_LIST_REQUEST =
  /^(?:(?:please|could you|can you|would you)\s+){0,2}(?:recommend|suggest|find|list|show|give)(?:\s+(?:me|us))?\b/giu

/** Removes the number of papers wanted, their quality and the request to write about them from a question. */
export const stripListRequest = (text: string): string =>
  [
    LIST_REQUEST,
    RECOMMENDATION_REQUEST,
    COUNTED_WORKS,
    QUALITY_ADJECTIVE,
    ENGLISH_QUALITY,
    ENGLISH_COUNTED_WORKS,
    ENGLISH_LIST_REQUEST,
  ].reduce((rest, wish) => rest.replace(wish, ' '), reviewSubject(text) ?? text)
