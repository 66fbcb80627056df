import { WHERE_TO_BEGIN } from './paper-order.ts'

/** The kind of answer that the words of a question ask for; `other` when they show none. */
export type QuestionType =
  | 'list'
  | 'year'
  | 'number'
  | 'definition'
  | 'cause'
  | 'limitation'
  | 'comparison'
  | 'method'
  | 'conclusion'
  | 'yes-no'
  | 'other'

/** Tried in order; the first match wins. */
const TYPE_PATTERNS: [QuestionType, RegExp][] = [
  [
    'list',
    /哪(?:些|几)(?:篇|个|项)?(?:论文|文献|研究|工作|著作|文章|综述)|有哪些(?:论文|文献|研究|工作|办法|途径)|哪几篇|(?:论文|文献|研究|著作|文章|书)(?:都)?有(?:哪些|哪几(?:篇|本|部))[？?]?$|哪些[^，。；？?]{1,30}的?(?:论文|文献|著作|文章|综述)|有没有[^，。；？?]{1,30}的?(?:论文|文献|著作|文章|综述|专著|书籍|教材)|有没有[^，。；？?]{1,30}的研究|(?:推荐|找|查|给我|给出|搜)[^，。；？?]{0,30}(?:论文|文献|著作|文章|综述|专著|书籍|书目|教材)|列(?:举|出)|写过什么|^(?:(?:could|can|would|will) you )?(?:please )?(?:find|show|recommend|suggest|give)(?: me| us)?\b[^.?]{0,40}\b(?:papers|articles|publications|literature|readings?|books|works|references)\b|\b(?:which|what|any|list)\b[^.?]{0,40}\b(?:papers|articles|studies|works(?! (?:best|better|well|worse|for|in|with|when|as|to|under|across|at|out)\b)|publications|datasets|corpora|benchmarks)\b|\bpapers? (?:on|about|by|from)\b|\bwhat (?:did|has|have|do|does) [^?]{3,80}\b(?:publish(?:ed)?|write|written|wrote)\b|\bpapers?\s?,? (?:only|please)|: which papers/iu,
  ],
  [
    'year',
    /哪一?年|何时|什么时候|哪个年份|^when\b|\b(?:in|since|from) (?:what|which) year\b|\bwhat year\b|,? and when\b/iu,
  ],
  [
    'number',
    /多(?:少|大|长|久|高|深|远|快|重|宽)|(?<![这那哪近好前]|(?<![滞延推])后)几(?:个|次|轮|年|条|篇|岁|倍|成|天|分钟|小时|点|种|类|项|名|位|家|部|套|台|张|段|页|组|首|门|份|层|句(?!话)|对(?=\p{Script=Han}))|百分之几|规模(?:多大|如何|是)|最高是|\bhow (?:many|much|large|big|long|far|fast|high|deep|old|often|wide|heavy)\b|\bwhat (?!happen)(?:[\p{L}\d@.-]{1,15} ){0,2}(?:share|percentage|proportion|number|size|speed-?up|scores?|accuracy|temperature|rate|fraction|figure|f1|f-?score|bleu|precision|recall|reward)\b|\bwhat (?:[\p{L}-]{1,15} ){0,2}[\p{L}\d@-]{2,12} (?:does|do|did|can|could|was|were|is) [^?]{2,100}\b(?:reach|achieve|attain|obtain|score)(?:e?d)?\b/iu,
  ],
  [
    'cause',
    /为什么|为何|何以|原因|成因|怎么会|\bwhy\b|\b(?:what|which|the|main|common|root|possible|likely)\s(?:[\p{L}-]{1,15}\s)?causes?\b|\bcauses? (?:of|for)\b|(?<!\b(?:to|can|cannot|could|models?|networks?|they|it|learn to)\s)\breasons?\b(?!\s(?:about|over|logically|with)\b)|\bwhat makes\b|\bwhat is hard\b|\bhow come\b|受(?:到)?(?:什么|哪些)(?:的)?(?:制约|限制|阻碍)|\bwhat (?:has |have |had |is |was )?(?:held|holds?|holding|keeps?|kept|prevents?|prevented|preventing|stops?|stopped|hinders?|hindered|hampers?|hampered|impedes?|impeded)\b(?! (?:in|a|an)\b)/iu,
  ],
  [
    'comparison',
    /哪(?:个|种|一个|一种|类)(?:模型|方法|系统|办法)?(?:更|比较)|哪(?:个|种|类|一种|一个)[^，。？?]{0,12}最(?:好|强|高|快|准|有效|合适|佳|差)|差别|差异|区别|有何不同|有什么不同|比(?!较|例|赛|特|喻|率|重)[^，。？?]{1,30}(?:好|强|高|快|准|低|差|多|少|优)|还是[^，。？?]{1,20}(?:好|强|快|准)|相比|孰优|优劣|\b(?:compare[ds]?|comparison|versus|vs\.?|differ(?:s|ences?)?)\b|\bwhich\b[^?]{0,60}\b(?:better|best|faster|more|worse)\b|\b(?:better|worse|more [\p{L}]{2,20}) than\b|: what does each\b/iu,
  ],
  ['conclusion', /(?:结论|发现|结果|观点|主张)(?:主要)?(?:是|有)(?:些)?什么[？?]?$/u],
  [
    'definition',
    /什么是|什么叫|(?<!关系|方法|办法|做法|作用|影响)是什么(?:意思|任务|概念|系统|方法|东西)?[？?]?$|是个什么|指的是|指什么|是啥|什么意思|啥意思|(?:如何|怎么|怎样)定义|何谓|何为|[怎如][么何]理解|^(?:请|麻烦)?(?:你|您|给我|帮我|为我)?(?:解释|讲解|介绍)(?:一下|下)?(?!信|[^，。？?]{0,30}(?:怎|如何|吗|多少|哪))|怎么回事|的(?:定义|含义)|\bexplain (?!how\b|why\b)|\bwhat (?:is|are) (?!known\b|(?:the )?(?:[\p{L}-]{2,15} ){0,2}(?:effects?|impacts?|influences?|roles?|relations?|relationships?|advantages?|benefits?|consequences?|risks?|uses?|applications?|symptoms?|challenges?|ways?|methods?|results?) (?:of|between|on|in|for|to)\b)(?:an? |the )?[\p{L}\p{N}' -]{2,60}\??$|\bwhat do \p{L}{2,20} mean by\b|\bmeaning of\b|\bdefin(?:e|ition)\b|\bwhat does\b[^?]{2,60}\bmean\b/iu,
  ],
  [
    'limitation',
    /局限|不足|缺陷|缺点|\blimitations?\b|\bshortcomings?\b|\bdrawbacks?\b|\bweakness(?:es)?\b|\bwhere does (?:it|this|\p{L}{2,20}) fail\b/iu,
  ],
  [
    'conclusion',
    /效果(?:如何|怎么样|怎样|好吗)|表现(?:如何|怎么样)|\bhow (?:good|well|accurate|effective|reliable|successful)\b|结论|发现了?什么|得出什么|证明了什么|说明什么|\b(?:conclusions?|conclude[ds]?|findings?)\b|\bwhat (?:did|do|does) [^?]{2,80}\b(?:find|show|discover|prove|demonstrate)\b/iu,
  ],
  [
    'method',
    /怎么|怎样|(?<!进展|现状|情况)如何|什么(?:方法|办法|途径)|(?:方法|办法|做法)是什么|用什么|靠什么|做法|^how\b|\bhow (?:can|do|does|did|is|are|was|were|to)\b|\bby what means\b|\b(?:method|technique)s?\b|\bwhat was tried\b/iu,
  ],
  [
    'yes-no',
    /吗[？?]?$|是否|是不是|能否|能不能|可不可以|会不会|(\p{Script=Han})不\1|对吗|对不对|有没有|^(?:is|are|was|were|does|do|did|can|could|has|have|will|would|should|must)\b/iu,
  ],
]

/** Classifies a question by its words; a question about where to begin with a subject counts as a list. */
export const questionType = (text: string): QuestionType =>
  WHERE_TO_BEGIN.test(text) ? 'list' : (TYPE_PATTERNS.find(([, words]) => words.test(text))?.[0] ?? 'other')

const QUESTION_CUE =
  /[?？]\s*$|[吗呢]|什么|哪|谁|多少|怎|如何|为何|何时|是否|能否|有没有|^(?:what|which|who|whom|whose|how|why|where|when|is|are|was|were|do|does|did|can|could|has|have|had|list|name|compare)\b/iu

/** Returns whether a text is a question, by its question mark or a question word, rather than a pasted statement. */
export const isAsking = (text: string): boolean => QUESTION_CUE.test(text)
