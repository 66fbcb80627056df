import { anyOf, phrasePattern } from '../../language/phrases.ts'

/** The heading of keywords: `Keywords`, 关键词. */
const KEYWORDS_LABEL = anyOf('pasted/keyword-heads')

/** Matches the heading of an abstract at the beginning of a line: `Abstract—`, 【摘要】. */
export const ABSTRACT_HEAD = new RegExp(
  `(?:^|\\n)[\\s[［【(（]{0,4}${anyOf('pasted/abstract-heads')}[\\])）］】\\s]{0,4}[:：.．—-]{0,3}(?:\\s|(?=\\p{Script=Han}))`,
  'iu',
)

/** Matches the heading of keywords at the beginning of a line; its group is the rest of the line. */
export const KEYWORDS_HEAD = new RegExp(
  `(?:^|\\n)[\\s[［【(（]{0,4}${KEYWORDS_LABEL}[\\])）］】\\s]{0,4}[:：—-]{0,3}\\s{0,4}(?=\\S)([^\\n]{2,300})`,
  'iu',
)

/** Matches the part of a page that follows an abstract. */
export const AFTER_ABSTRACT = new RegExp(
  `\\n\\s{0,4}(?:${KEYWORDS_LABEL}|${anyOf('pasted/after-abstract')}|[1一I][.、．\\s]{0,3}\\s?${anyOf('pasted/first-sections')})`,
  'iu',
)

/** Matches phrases with which an abstract describes its work. */
export const ABSTRACT_PHRASE = phrasePattern('pasted/abstract-phrases')
