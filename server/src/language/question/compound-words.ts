// Chinese words that usually form the question, or hold it together, but may also be part of a name.

/** Nouns that make a name with a preceding modifier: 关系抽取, 问题生成, 观点挖掘. */
const TASK_NOUN =
  /^(?:抽取|分类|识别|生成|检测|挖掘|预测|标注|理解|检索|匹配|推理|建模|提取|归因|分解|改写|图|图谱|网络|库|集|链|对)$/u
const TASK_MODIFIERS: ReadonlySet<string> = new Set([
  '关系',
  '问题',
  '观点',
  '概念',
  '定义',
  '方法',
  '结果',
  '影响',
  '原因',
  '思想',
  '主张',
])
/** Words that form a name with what follows when they come first: 概念漂移, 关系型数据库, 思想实验. */
const NAME_BEGINNINGS: ReadonlySet<string> = new Set(['概念', '关系', '意义', '观点', '本质', '思想'])

/**
 * Returns whether a word is part of a compound name rather than a word of the question.
 *
 * @param begins whether the word comes first and a content word follows.
 */
export const isInCompoundName = (word: string, next: string, begins: boolean): boolean =>
  (TASK_MODIFIERS.has(word) && TASK_NOUN.test(next)) ||
  next === '主义' ||
  (begins && NAME_BEGINNINGS.has(word))

/** Words that make a name with 可, as 可降解塑料; elsewhere 可 means that something is possible. */
const ABILITY_SUFFIX = /^(?:降解|再生|穿戴|重复|复现|编程|食用|移植|重构|扩展|回收|充电|注射|迁移|拉伸)|.性$/u

/**
 * Returns whether a single character is part of a word that the dictionary lacks and the segmenter therefore splits
 * into characters: 语篇, 译后编辑, 会话推荐, 聚类, 去偏, 习得, 可解释性.
 *
 * @param isLone tells whether a word is a single character with content.
 */
export function isPartOfWord(
  words: string[],
  at: number,
  isLone: (word: string | undefined) => boolean,
): boolean {
  const [word, before, next] = [words[at] ?? '', words[at - 1], words[at + 1]]
  return (
    (/^[篇后]$/u.test(word) && isLone(before) && next !== undefined) ||
    (word === '会' && at === 0 && next === '话') ||
    (word === '类' && before === '聚') ||
    (word === '得' && before === '习') ||
    (word === '去' && /^(?:[偏噪重雾毒敏冗雨]|.{2,3}化)$/u.test(next ?? '')) ||
    (word === '可' && ABILITY_SUFFIX.test(next ?? ''))
  )
}
