/** Openings of a question that are not part of the related things. */
const QUESTION_OPENING = /^.*?(?:请问|关于|研究|分析|讨论|说明|解释|介绍)(?=.{4})/u
/** The words between two related things and after them. */
const CHINESE_RELATIONS: RegExp[] = [
  /^(.{2,20}?)(?:与|和|跟|同|及)(.{2,20}?)(?:之间)?(?:的|有(?:什么|何|哪些|怎样的)|是(?:什么|何种|怎样的))?(?:相互)?(?:关系|关联|联系|相关性|因果)/u,
  /^(.{2,20}?)(?:对|给)(.{2,20}?)(?:的|有(?:什么|何|哪些|怎样的|没有))?(?:影响|作用|效应|冲击|贡献)/u,
  /^(.{2,20}?)(?:如何|怎样|怎么|是否|能否|会不会)(?:影响|改变|促进|抑制|决定)(?:了)?(.{2,20}?)(?:的|[吗呢？?。]|$)/u,
]
const ENGLISH_RELATIONS: RegExp[] = [
  /\b(?:relation(?:ship)?s?|links?|associations?|connections?|correlations?|interplay) between (.{2,60}?) and (.{2,60}?)(?:[?.,;]|$)/iu,
  /\b(?:effects?|impacts?|influences?|roles?|consequences?) of (.{2,60}?) (?:on|upon) (.{2,60}?)(?:[?.,;]|$)/iu,
  /^(?:how|does|do|did|can|could) (?:does |do |did |can |could )?(.{2,60}?) (?:affects?|influences?|impacts?|shapes?) (.{2,60}?)(?:[?.,;]|$)/iu,
]
const MAX_QUESTION_CHARS = 200

/**
 * Returns the two things whose relation a question asks for: 「经济增长与制度的关系」, "the effect of sleep on memory". A passage
 * about only one of them is no answer. Returns null for other questions.
 */
export function relationSides(question: string): [string, string] | null {
  const text = question.trim().slice(0, MAX_QUESTION_CHARS)
  const chinese = text.replace(QUESTION_OPENING, '')
  for (const [words, read] of [
    [CHINESE_RELATIONS, chinese],
    [ENGLISH_RELATIONS, text],
  ] as const)
    for (const each of words) {
      const [, one, other] = each.exec(read) ?? []
      if (one && other) return [one, other]
    }
  return null
}
