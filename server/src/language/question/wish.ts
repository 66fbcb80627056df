const MANY = String.raw`(?:一些|几|[一二两三四五六七八九十]{1,3}|\d{1,3})`
/** What is written, of whatever kind and in whatever language: 学术论文, 英文综述文章. */
const WRITTEN = `(?:学术|研究|综述|期刊|会议|外文|英文|中文){0,2}的?(?:论文|文献|文章|著作|书籍|书目|专著|教材)`

/** 「推荐三篇」, 「帮我找几篇」; of 推荐系统 it is a part. */
const ASKED_FOR = new RegExp(
  String.raw`(?:推荐|列出|列举|寻找|查找|找|给出|介绍)(?:一下|给我|我|出)?${MANY}[篇本部些种]?(?=\p{Script=Han}|[\p{L}\s])`,
  'gu',
)
const RECOMMENDED = new RegExp(`^[^，。？?]{0,8}?推荐(?=[^，。？?]{1,40}${WRITTEN})`, 'gmu')
/** So many of them: 「三篇」, and 「两本」 of books. */
const SO_MANY = new RegExp(`${MANY}(?:篇|[本部](?=[^，。？?]{0,12}(?:书|教材|著作|专著)))`, 'gu')
/** How good it shall be: a library does not say of its papers that they are classics. */
const HOW_GOOD = new RegExp(
  `(?:最|较|比较|很)?(?:经典|重要|著名|有名|有?代表性|必读|优秀|高被引|奠基性?|开创性?|里程碑式?|有影响力?|高质量|权威|好|入门)(?:的|且|又)?(?=${WRITTEN})|值得一?[读看]的?`,
  'gu',
)
/** 「帮我写一段关于…的综述」: what is to be written says nothing of its subject. */
const REVIEW_ASKED =
  /^[^，。？?]{0,10}?(?:撰写|写|生成|整理|做)(?:一|出)?(?:段|篇|份|个|下)?(?:关于|有关)?([^，。？?]{2,60}?)的?(?:文献)?(?:综述|评述)[吗吧呢]?[？?。！!]?\s*$|^(?:(?:please|can you|could you|help me)\s+){0,2}(?:write|draft|compose|prepare)(?: me)? an? (?:(?:short|brief) )?(?:literature )?(?:review|overview|survey) (?:of|on|about) ([^?]{2,120}?)[?.!]?\s*$/iu
const LONGEST = 300

/** The subject of a review that shall be written; null where none is asked for. */
export function reviewAsked(text: string): string | null {
  const [, chinese, english] = REVIEW_ASKED.exec(text.trim().slice(0, LONGEST)) ?? []
  return chinese ?? english ?? null
}

const PAPERS = String.raw`(?:papers?|articles?|publications?|books?|literature|studies|works)\b`
const ENGLISH_WISH = new RegExp(
  String.raw`\b(?:(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|a few|some|several)\s+)?(?:(?:most|very|highly)\s+)?(?:classic(?:al)?|seminal|landmark|influential|foundational|famous|notable|cited|must-read|essential|good|top|best|great)\s+(?=${PAPERS})`,
  'giu',
)
const ENGLISH_MANY = new RegExp(
  String.raw`\b(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2})\s+(?=${PAPERS})`,
  'giu',
)
const ENGLISH_ASKED =
  /^(?:(?:please|could you|can you|would you)\s+){0,2}(?:recommend|suggest|find|list|show|give)(?:\s+(?:me|us))?\b/giu

/** A question without how many papers are wished for, how good they shall be, and what shall be written about them. */
export const withoutWish = (text: string): string =>
  [ASKED_FOR, RECOMMENDED, SO_MANY, HOW_GOOD, ENGLISH_WISH, ENGLISH_MANY, ENGLISH_ASKED].reduce(
    (rest, wish) => rest.replace(wish, ' '),
    reviewAsked(text) ?? text,
  )
