/** What must accompany a number for it to answer the question. */
export interface FigureCriteria {
  /** The thing that is counted or measured: "synsets", 「词错误率」; empty when the question does not name it. */
  noun: string
  /** Matches digits with the unit that the sentence must give; null when any number will do. */
  unit: RegExp | null
  /** Whether the question asks for a count, so that the noun must occur near the number. */
  counts: boolean
  /** Whether the question asks how much something rose or fell, which a sentence with such a figure answers. */
  change: boolean
}

const NUMBER_PREFIX = String.raw`\d(?:[\d.,]*\d)?\s?`
const numberWithUnit = (units: string) => new RegExp(`${NUMBER_PREFIX}-?(?:${units})`, 'iu')
const LENGTH =
  'k?m\\b|cm\\b|mm\\b|nm\\b|km|met(?:er|re)s?|kilomet|feet|miles?|米|公里|厘米|毫米|千米|光年|light'
const TIME =
  'years?|months?|weeks?|days?|hours?|hrs?|h\\b|minutes?|min\\b|seconds?|sec|ms\\b|s\\b|年|个月|月|周|天|日|小时|分钟|秒|tokens?|words?|k\\b|characters|词|字'

/** Pairs of a pattern of the question and the unit pattern it requires; the first match wins. */
const UNIT_PATTERNS: [RegExp, RegExp][] = [
  [
    /百分之几|占(?:了|到)?(?:多少|几)|\bwhat (?:share|percentage|proportion|fraction)\b|\bwhat percent\b/iu,
    /\d\s?(?:%|％|percent|per cent)|百分之|\b(?:half|third|quarter)\b|[一二三四五六七八九]成/iu,
  ],
  [/几成/u, /\d\s?(?:%|％)|百分之|成/u],
  [
    /多少(?:元|钱|万元|亿元|美元)|几(?:元|块钱)|(?:价格|价钱|售价|票价|单价|费用)[^，。]{0,6}多少|\bhow much (?:does|do|did|is|are|was|were|will|would) [^?]{1,80}\bcosts?\b|\bwhat (?:is|was) the (?:price|cost)\b/iu,
    /[$€£¥￥]\s?\d|\d\s?(?:万|亿|千|百)?(?:元|块钱|美元|欧元|英镑|dollars?|euros?|pounds?|yuan|USD|EUR|CNY|RMB)|免费|不收费|\b(?:for free|free of charge|at no cost)\b/iu,
  ],
  [
    /多少岁|几岁|年龄[^，。]{0,6}多[少大]|\b(?:mean|average|median) age\b/iu,
    /\d\s?(?:周?岁)|\b(?:aged?|years? old|years? of age)\b/iu,
  ],
  [
    /(?<![哪近这前后好数])几年(?:之?内|以内|可以|才|后)|(?:要|用|需|花|为)几年/u,
    /(?<![\d.])\d{1,3}(?:\.\d+)?\s?(?:年|个月|years?|months?)|[一二三四五六七八九十两半]年/iu,
  ],
  [/多少小时|几个?小时|\bhow many hours\b/iu, numberWithUnit('(?:个)?(?:hours?|hrs?|h\\b|小时)')],
  [/多少分钟|\bhow many minutes\b/iu, numberWithUnit('(?:minutes?|min\\b|分钟)')],
  [/多(?:少|长|久)(?:天|日)|几天|\bhow many days\b/iu, numberWithUnit('(?:days?|天|日)')],
  [
    /多少倍|几倍|[快慢]多少|\bspeed-?up\b|\bhow (?:many times|much) (?:faster|slower|more|larger|smaller|cheaper)\b/iu,
    /\d\s?(?:×|x\b|-?fold|times|倍|%|％|percent)|\b(?:twice|double[ds]?|threefold|tenfold)\b/iu,
  ],
  [
    /几个(?:百分)?点|多少个(?:百分)?点|\bhow many points\b/iu,
    /\d\s?(?:%|％|(?:absolute |percentage |BLEU |F1 )?points?|个?(?:百分)?点)|\d\.\d/iu,
  ],
  [
    /\bhow many times\b/iu,
    /\d\s?(?:×|x\b|-?fold|times|倍)|\b(?:once|twice|double[ds]?|(?:two|three|four|five|six|seven|eight|nine|ten) times|threefold|tenfold)\b/iu,
  ],
  [
    /多少(?:个?人|名(?!词)|位)(?!工|类|物|称|次)|几(?:个人|名|位)/u,
    /[\d一二三四五六七八九十百千万]\s?(?:多|余)?(?:名|个?人|位)|(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|hundreds?|thousands?))(?: [\p{L}-]+){0,2} (?:people|persons|participants?|annotators?|speakers?|subjects?|students?|teachers?|workers?|raters?|judges?|evaluators?|users?|patients?|children|experts?|volunteers?|respondents?|learners?|authors?|players?|women|men|individuals|researchers|informants)\b/iu,
  ],
  [/多深|多高|多宽|多远|\bhow (?:deep|high|tall|wide|far)\b/iu, numberWithUnit(LENGTH)],
  [/多重|\bhow heavy\b/iu, numberWithUnit('kg|g\\b|mg|tons?|tonnes?|pounds?|公斤|千克|吨|克')],
  [
    /多热|多冷|多少(?:摄氏)?度|温度[^，。]{0,6}多[少高低]|\btemperature\b/iu,
    /\d\s?(?:K\b|°|℃|degrees?|度|开)/u,
  ],
  [/多久|\bhow (?:long|old)\b/iu, numberWithUnit(TIME)],
]

/** Patterns whose group captures the noun of a number: "how many X", "what X was", 「多少条 X」, 「X 是多少」. */
const COUNTED_NOUN_PATTERNS = [
  /\bhow (?:many|much) ((?!of\b|(?:fast|slow|short|long|larg|small|bett|cheap|high|low)er\b|worse\b|more\b|less\b|did\b|does\b|do\b|is\b|are\b|was\b|were\b|has\b|have\b|can\b)[\p{L}-]+(?: (?!did\b|does\b|do\b|is\b|are\b|was\b|were\b|has\b|have\b|can\b|in\b|of\b|to\b|for\b|on\b|with\b|there\b|used\b)[\p{L}-]+){0,2})/iu,
  /\bhow (?:big|large|small|wide|high|great) (?:an?|is the|are the|was the|were the) ((?:gap|drop|gain|increase|decrease|improvement|difference|reduction|share)(?: in [\p{L}\d-]{2,15})?)/iu,
  /\b(?:counted|measured|expressed|given) in ([\p{L}-]{3,20})/iu,
  /\bwhat ((?:[\p{L}\d-]{2,15} ){0,2}(?:score|scores|accuracy|temperature|rate|f1|bleu|precision|recall|speed-?up|reward))\b/iu,
  /多少(?:条|个|篇|种|名|位|次|项|句|段|件|本|首|道|门|类|家|部|张|台|对|组|份|页)?(\p{Script=Han}{2,6})/u,
  /(\p{Script=Han}{2,8}|[A-Za-z][\p{L}\d-]{1,11})(?:的)?(?:分数|值|得分)?(?:最高|大约|大概)?(?:是|有|为|能到|达到|到)(?:了)?多(?:少|大|高)/u,
]

/** Derives from a question for a number what must accompany the number. */
export function figureCriteria(question: string): FigureCriteria {
  const noun =
    COUNTED_NOUN_PATTERNS.map((pattern) => pattern.exec(question)?.[1]).find((each) => each !== undefined) ??
    ''
  return {
    noun: countedNoun(noun),
    counts: COUNT_QUESTION.test(question),
    change: CHANGE_WORD.test(question),
    unit: UNIT_PATTERNS.find(([asks]) => asks.test(question))?.[1] ?? null,
  }
}

const COUNT_QUESTION =
  /\bhow many\b|多少(?:条|个|篇|种|名|位|次|项|句|段|件|本|首|道|门|类|家|部|张|台|对|组|份|页)/iu

/** Reduces a noun to what is measured: 「岸基雷达的采购价格」 to the price. A single character, as in 「F 值能到多少」, names nothing. */
function countedNoun(noun: string): string {
  const last = (noun.split('的').at(-1) || noun).replace(/[能会可]$/u, '')
  return /^\p{Script=Han}$/u.test(last) ? '' : last
}

const CHANGE_WORD =
  /提高|提升|增加|增长|上升|降低|降到|下降|减少|[少多]用|节省|节约|省下?|缩短|加快|快多少|慢多少|加速|\b(?:faster|slower|shorter|cheaper|speed\p{L}*(?: it)? up|accelerat\p{L}*|improv\p{L}*|increas\p{L}*|reduc\p{L}*|decreas\p{L}*|gain\p{L}*|drop\p{L}*|sav(?:e|es|ed|ing|ings)|rise|rose|fell|boost\p{L}*)\b/iu
const CHANGE_FIGURE = /\d\s?(?:%|％|percent|points?|×|x\b|倍|个?(?:百分)?点)|\d\.\d/iu

/** Returns whether a sentence states that something rose or fell, and by how much. */
export const statesChange = (sentence: string): boolean =>
  CHANGE_WORD.test(sentence) && CHANGE_FIGURE.test(sentence)

/** A number in digits or Chinese numerals that is not part of a name such as `Qwen2.5-7b`. */
const DIGIT_FIGURE =
  /(?<![\p{Script=Latin}\p{N}._]|[\p{Script=Latin}\p{N}][-–])\d|[一二三四五六七八九十百千万亿两](?:个|种|次|年|条|篇|倍|成|天|类|点|项|名|人|米|度|％|%)|百分之|[一二三四五六七八九两][十百千万亿][一二三四五六七八九十百千万亿余多]/u
const NUMBER_WORDS =
  /\b(?:(?<!\b(?:no|any|this|that|which|the) )one(?! (?:such|of|another|can|could|may|might|must|should|has|is|or|way|approach|hand|possible)\b|['’]s)|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?|thousands?|millions?|billions?|dozens?|half|third|quarter|twice|threefold|tenfold)\b/iu

/**
 * Numbers that are no figures of the sentence: of references, years of cited works, figures, tables, tasks and list
 * items: `[3, 7]`, `(Team, 2022)`, `Table 2`, `SemEval Task 6`, 「（3）随着」.
 */
const REFERENCE_NUMBER =
  /\[\d[\d\s,，;–-]{0,40}\]|[(（][^()（）\d]{2,120}\b(?:19|20)\d\d[a-z]?[)）]|(?:\b(?:Figures?|Figs?\.|Tables?|Eqs?\.|Equations?|Sections?|Chapters?|Appendix|Tasks?|Sub-?tasks?|Tracks?|Versions?)|[图表式]|第)\s?\d[\d.]{0,6}|^\s?[(（]?\d{1,2}[)）.、](?!\d)|(?<=[\s:：;；])[(（]?\d{1,2}[)）](?=\s?\p{L})/giu

/** Dates, which are no counts: `LSDSem 2017 shared task`, `LSDSem’17`, `in 2017`; but `2000 sentences` is a count. */
const DATE_NUMBER =
  /['’]\d\d(?!\d)|\b(?:[Ii]n|[Ss]ince|[Uu]ntil)\s(?:19[5-9]|20[0-2])\d\b|(?<![\d.,])(?:19[5-9]|20[0-2])\d(?![\d.,])(?<=\p{Lu}[\p{L}-]{1,20}\s\d{4})|(?<![\d.,])(?:19[5-9]|20[0-2])\d(?:年|(?![\d%％]|[.,]\d|\s?[\p{Ll}\p{Script=Han}]))/gu

const stripReferenceNumbers = (sentence: string): string =>
  sentence.replace(REFERENCE_NUMBER, ' ').replace(DATE_NUMBER, ' ')

/** Returns whether a sentence gives a figure with the required unit, or any figure when none is required. */
export function statesFigure(cited: string, { unit }: FigureCriteria): boolean {
  const sentence = stripReferenceNumbers(cited)
  return unit ? unit.test(sentence) : DIGIT_FIGURE.test(sentence) || NUMBER_WORDS.test(sentence)
}

/**
 * The text allowed between a number and the counted noun: "550K annotated tokens", "sentences: about 1,200", 「三个句子」.
 */
const COUNT_WINDOW = {
  latin: { before: '[^.;]{0,30}', behind: '[^.;]{0,32}' },
  han: { before: '[^，。；]{0,10}', behind: '[^，。；]{0,5}' },
}
const MAX_COUNTED_WORDS = 24

/**
 * Creates a test of whether a sentence has a number near the counted noun; it is built once per question.
 *
 * @param words stems of the noun and of its translations; without any every sentence passes.
 */
export function createCountMatcher(words: string[]): (cited: string) => boolean {
  const counted = words
    .filter((word) => !word.startsWith('=') && word.length > 1)
    .slice(0, MAX_COUNTED_WORDS)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '.'))
  if (counted.length === 0) return () => true
  const figure = `(?:${DIGIT_FIGURE.source}|${NUMBER_WORDS.source})`
  const thing = `(?:${counted.join('|')})`
  const patterns = [COUNT_WINDOW.latin, COUNT_WINDOW.han].map(
    ({ before, behind }) => new RegExp(`${figure}${behind}${thing}|${thing}${before}${figure}`, 'iu'),
  )
  return (cited) => {
    const sentence = stripReferenceNumbers(cited)
    return patterns[/\p{Script=Han}/u.test(sentence) ? 1 : 0]?.test(sentence) ?? true
  }
}

/** Returns whether a sentence has a figure in digits, which is more specific than a number word. */
export const hasDigits = (sentence: string): boolean => DIGIT_FIGURE.test(stripReferenceNumbers(sentence))

const YEAR_OR_MONTH =
  /(?<![\d.,])(?:1[0-9]\d{2}|20\d{2})(?:s\b|年|(?![\d.,]*\d))|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|世纪|年代|\bcentury\b/u

/** Citations with author and year: "Hamon (2007)", "(Daiber et al., 2015)". */
const CITED_YEAR =
  /\p{Lu}\p{L}{1,20}(?: et al\.?| and \p{Lu}\p{L}{1,20})?,? \((?:19|20)\d\d[a-z]?\)|\(\p{Lu}[^()\d]{1,120}\b(?:19|20)\d\d[a-z]?\)/gu

/** Returns whether a sentence states a date or period other than the year of a citation. */
export const statesYear = (sentence: string): boolean => YEAR_OR_MONTH.test(sentence.replace(CITED_YEAR, ' '))
