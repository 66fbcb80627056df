/** Which papers a question wants first. */
export type WantedOrder = 'newest' | 'overviews' | null

const NEWEST =
  /最新|近期|新近|最近(?!(?:似|邻))(?:的|有|发表|几)?|\b(?:latest|newest|most recent|recently|recent)\b/iu
const OVERVIEW =
  /综述|概述|概况|概览|总体情况|研究进展|研究现状|发展(?:现状|历程|概况)|\b(?:overviews?|surveys?|literature reviews?|state of the art)\b/iu
/** So much of a question is read. */
const LONGEST = 1_000

/** What is asked to be new comes before what sums a subject up. */
export function orderWanted(question: string): WantedOrder {
  const text = question.slice(0, LONGEST)
  if (NEWEST.test(text)) return 'newest'
  return OVERVIEW.test(text) ? 'overviews' : null
}

const OVERVIEW_TITLE =
  /综述|述评|概述|概览|研究进展|研究现状|(?:回顾|展望)|\b(?:surveys?(?! (?:data|questions?|responses?))|overview|tutorial|primer|(?:literature|systematic|critical|comprehensive|scoping|brief|short) reviews?|reviews? of|a review)\b/iu

/** Whether a title says that its paper sums up what others found. */
export const isOverview = (title: string): boolean => OVERVIEW_TITLE.test(title)
