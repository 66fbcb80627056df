/**
 * Words that form sentences or questions without naming a subject. A query of few words may need them (`what`, `not`);
 * a query with many words is a pasted sentence.
 */
const ENGLISH_FUNCTION_WORDS = new Set(
  (
    'a an the this that these those there here it its they them their theirs we us our ours i me my you your he she his her ' +
    'of in on at to from by with without for as into onto upon within between among amongst about over under during through ' +
    'throughout against across via per and or but nor so yet if then than because since while whereas although though unless ' +
    'until whether is are was were be been being am do does did done doing have has had having can could may might must shall ' +
    'should will would what which who whom whose when where why how not no none any some each every both either neither all ' +
    'such same other another others more most much many few less least very too also only just even still rather quite ' +
    'however therefore thus hence moreover furthermore et al eg ie etc please'
  ).split(' '),
)

/**
 * Words used in sentences that ask whether literature exists, or state that something has been done: "has anyone
 * investigated", "are there papers", "is it possible to find". They are terms of no field.
 */
const ENGLISH_ASKING_WORDS = new Set(
  (
    'anyone anybody someone somebody anything something everything nothing else available possible possibly exist exists ' +
    'papers made make makes making used use uses using given give gives get known know find found obtained seem seems far ' +
    'previously presently currently recently various several certain tell concerning regarding investigated studied discovered'
  ).split(' '),
)

/** Chinese question words: no paper is about them. */
const CHINESE_ASKING_WORDS = new Set(
  (
    '什么 怎么 怎样 如何 怎么样 为什么 为何 何为 何谓 哪些 哪个 哪种 哪里 哪几 谁 吗 呢 吧 是否 是不是 能否 可否 有没有 有无 有哪些 请问 多少 几种 ' +
    '请 哪 何'
  ).split(' '),
)

/** Other Chinese function words: pronouns, conjunctions, auxiliaries, adverbs of degree. */
const CHINESE_FUNCTION_WORDS = new Set(
  (
    '我们 你们 他们 它们 我 你 您 他 她 它 这 那 这个 那个 这些 那些 这种 那种 这样 那样 此 该 其 之 一个 一种 一些 一类 某个 某种 ' +
    '以及 并且 而且 但是 然而 因为 所以 因此 如果 虽然 尽管 由于 对于 关于 根据 按照 通过 随着 可以 能够 应该 应当 可能 已经 还 还是 就 都 ' +
    '很 更 最 非常 十分 比较 不仅 还有 或者 即 即可 则 却 仍 仍然 只 只有 才 再 又 且 使 使得 让 将 把 被 给 着 过 地 得 所'
  ).split(' '),
)

/** Returns whether an English word, in any case, is a function word. */
export const isEnglishFunctionWord = (word: string): boolean => ENGLISH_FUNCTION_WORDS.has(word.toLowerCase())
/** Returns whether an English word, in any case, only asks. */
export const isEnglishAskingWord = (word: string): boolean => ENGLISH_ASKING_WORDS.has(word.toLowerCase())
/** Returns whether a Chinese word only asks. */
export const isChineseAskingWord = (word: string): boolean => CHINESE_ASKING_WORDS.has(word)
/** Returns whether a word is a Chinese function word or question word. */
export const isChineseFunctionWord = (word: string): boolean =>
  CHINESE_ASKING_WORDS.has(word) || CHINESE_FUNCTION_WORDS.has(word)
