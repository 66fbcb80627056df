/** What a question asks for, as far as its words show; `other` for everything else. */
export type QuestionType = 'number' | 'definition' | 'cause' | 'list' | 'limitation' | 'other'

/** The first that fits counts. */
const TYPES: [QuestionType, RegExp][] = [
  [
    'list',
    /哪(?:些|几)(?:篇|个|项)?(?:论文|文献|研究|工作|著作|文章|综述)|有哪些(?:论文|文献|研究|工作)|哪几篇|(?:论文|文献|研究)有哪些[？?]?$|列(?:举|出)|\b(?:which|what|any|list)\b[^.?]{0,40}\b(?:papers|articles|studies|works|publications|datasets|corpora|benchmarks)\b|\bpapers? (?:on|about|by|from)\b|\bwhat (?:did|has|have|do|does) [^?]{3,80}\b(?:publish(?:ed)?|write|written|wrote)\b/iu,
  ],
  [
    'number',
    /多(?:少|大|长|久|高|深|远|快|重|宽)|(?<![这那哪近好前后])几(?:个|次|年|条|篇|岁|倍|成|天|小时|点)|百分之几|(?:哪一?年|何时|什么时候)|规模(?:多大|如何|是)|最高是|\bhow (?:many|much|large|big|long|far|fast|high|deep|old|often|wide|heavy)\b|\bwhat (?:share|percentage|proportion|number|size|speed-?up|score|accuracy|temperature|rate|learning rate|year|fraction|figure)\b|^when\b|\bin (?:what|which) year\b/iu,
  ],
  [
    'definition',
    /什么是|是什么(?:意思|任务|概念|系统|方法|东西)?|是个什么|指的是|什么意思|何谓|何为|的(?:定义|含义)|\bwhat (?:is|are) (?:an? |the )?[\p{L}\p{N}' -]{2,60}\??$|\bmeaning of\b|\bdefin(?:e|ition)\b|\bwhat does\b[^?]{2,60}\bmean\b/iu,
  ],
  ['cause', /为什么|为何|何以|原因|成因|怎么会|\bwhy\b|\bcauses?\b|\breasons?\b|\bwhat makes\b/iu],
  [
    'limitation',
    /局限|不足|缺陷|缺点|\blimitations?\b|\bshortcomings?\b|\bdrawbacks?\b|\bweakness(?:es)?\b/iu,
  ],
]

export const questionType = (text: string): QuestionType =>
  TYPES.find(([, words]) => words.test(text))?.[0] ?? 'other'

const DIGITS =
  /\d|[一二三四五六七八九十百千万亿两](?:个|种|次|年|条|篇|倍|成|天|类|点|项|名|人|米|度|％|%)|百分之/u
const NUMBER_WORDS =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?|thousands?|millions?|billions?|dozens?|half|third|quarter|twice|threefold|tenfold)\b/iu

/** Whether a sentence has what such a question wants at all; where nothing is known of that, any sentence has. */
export function mayAnswer(type: QuestionType, sentence: string): boolean {
  return type !== 'number' || DIGITS.test(sentence) || NUMBER_WORDS.test(sentence)
}
