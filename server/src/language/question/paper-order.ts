/** The papers that a question wants first; null when it states no order. */
export type PaperOrder = 'newest' | 'overviews' | null

const NEWEST =
  /最新|近期|新近|最近(?!(?:似|邻))(?:的|有|发表|几)?|\b(?:latest|newest|most recent|recently|recent)\b/iu
const OVERVIEW =
  /综述|概述|概况|概览|总体情况|研究进展|研究现状|发展(?:现状|历程|概况)|\b(?:overviews?|surveys?|literature reviews?|state of the art)\b/iu
/** Questions about where to begin with a subject, for which overviews come first. */
export const WHERE_TO_BEGIN =
  /(?:应该|该|要|应当)?(?:先|首先)(?:看|读|学|了解)(?:些|点)?(?:什么|哪(?:些|几|篇|一篇|本)?)(?:论文|文献|文章|书|综述)?|(?:刚)?(?:开始|入门)(?:学|看|读)?[^，。？?]{0,4}(?:看|读|从)(?:什么|哪(?:些|里|儿|几篇|篇)?)(?:论文|文献|文章|书|综述)?(?:开始|入手|看起|读起)?|从(?:哪里|哪儿|何处|哪篇(?:论文|文献)?)(?:开始|入手|看起|读起|学起)|\b(?:what|which papers?|where) (?:should|do|can|would) (?:i|one|we|you|a beginner) (?:read|start|begin|look at)(?: (?:reading|with))?(?: first)?\b|\bwhat to read first\b|\bwhere to (?:start|begin)\b|\bhow (?:do|should) i (?:get started|start) (?:with|on|in)\b/iu

/** Bounds the text that is read, in UTF-16 units. */
const MAX_QUESTION_CHARS = 1_000

/** Returns the order that a question requests; newest first takes precedence over overviews. */
export function requestedOrder(question: string): PaperOrder {
  const text = question.slice(0, MAX_QUESTION_CHARS)
  if (NEWEST.test(text)) return 'newest'
  return OVERVIEW.test(text) || WHERE_TO_BEGIN.test(text) ? 'overviews' : null
}

const OVERVIEW_TITLE =
  /综述|述评|概述|概览|研究进展|研究现状|(?:回顾|展望)|\b(?:surveys?(?! (?:data|questions?|responses?))|overview|tutorial|primer|(?:literature|systematic|critical|comprehensive|scoping|brief|short) reviews?|reviews? of|a review)\b/iu

/** Returns whether a title announces an overview of other work. */
export const isOverviewTitle = (title: string): boolean => OVERVIEW_TITLE.test(title)
