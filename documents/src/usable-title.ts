import { anyOf } from './words/word-lists.ts'

/** Bounds of the length of a title, in UTF-16 units, both inclusive. */
const MAX_TITLE_CHARS = 300
const MIN_TITLE_CHARS = 3
/** Length of a text that is read, of which white space may take a part. */
const MAX_READ_CHARS = 4 * MAX_TITLE_CHARS

/** Matches titles that programs set by themselves: their own name, that of a template or of a file. */
const PROGRAM_TITLE =
  /^(?:untitled|未命名|无标题|microsoft (?:word|powerpoint)|powerpoint|presentation\d*$|演示文稿|document\d*$|文档\d*$|slide \d|title$|标题$)|\.(?:docx?|pptx?|xlsx?|tex|dvi|pdf|eps|indd|qxd|ps|wps|rtf|txt)(?![\p{L}\p{N}])|\bpage \d+ ?(?:\/|of) ?\d+/iu

/** Matches names of parts of a text and phrases that a cover or a journal prints on any text. */
const PART_TITLE = new RegExp(`^${anyOf('unusable-titles/parts')}$`, 'i')
/** Matches sections that any text may have, alone or joined: 试验方法及研究方案, "Materials and methods". */
const SECTION_TITLE = new RegExp(
  `^(?:${anyOf('unusable-titles/section-words-zh')}{2,}|${anyOf('unusable-titles/section-words-en')}+)$`,
  'i',
)
/** Matches a genre instead of a subject: RESEARCH ARTICLE, Technical Report No. 7, 硕士学位论文（专业学位）. */
const DOCUMENT_KIND = new RegExp(
  `^(?:an? |the )?(?:${anyOf('unusable-titles/kind-adjectives-en')}[ -]){0,4}${anyOf('unusable-titles/kinds-en')}(?: series)?(?:[ :,]{1,2}(?:(?:no|nr|vol)\\.? ?)?[A-Z./-]{0,12}\\d[A-Z\\d./-]{0,12})?$`,
  'i',
)
const HAN_DOCUMENT_KIND = new RegExp(
  `^${anyOf('unusable-titles/kind-adjectives-zh')}{0,5}${anyOf('unusable-titles/kinds-zh')}(?:\\(.{1,12}\\))?(?:第?[\\dA-Z-]{1,12}号?)?$`,
  'i',
)
/** Matches lines that covers and forms print besides the title. */
const COVER_LINE = new RegExp(anyOf('unusable-titles/cover-lines'), 'i')

/** Matches an internet address, an identifier or a volume stamp. */
const ADDRESS_LINE = /^(?:https?:|www\.|doi\b|10\.\d{4}|arxiv:|issn|isbn|vol(?:ume)?\.? ?\d)/i

const UNUSABLE_TITLES = [
  PROGRAM_TITLE,
  PART_TITLE,
  DOCUMENT_KIND,
  HAN_DOCUMENT_KIND,
  SECTION_TITLE,
  COVER_LINE,
  ADDRESS_LINE,
]

/** Matches characters without a meaning: U+FFFD, private-use characters and controls. */
const UNREADABLE_CHARACTER = /[\u{FFFD}\u{E000}-\u{F8FF}\p{Cc}]/u

/** Minimum share of letters among the characters of a title without spaces; numbers, dots and brackets are the rest. */
const MIN_LETTER_SHARE = 0.5

/**
 * Returns the title of a file if it can be displayed instead of the file name, else ''. The first page of a file may
 * have "博士学位论文" or "Contents" in its largest letters, and the title that a program wrote is often that of its
 * template.
 */
export function usableTitle(text: string): string {
  const title = text.slice(0, MAX_READ_CHARS).replace(/\s+/gu, ' ').trim()
  const letters = title.match(/\p{L}/gu)?.length ?? 0
  if (
    title.length < MIN_TITLE_CHARS ||
    title.length > MAX_TITLE_CHARS ||
    letters < MIN_LETTER_SHARE * title.replaceAll(' ', '').length
  )
    return ''
  const folded = title.normalize('NFKC')
  // Covers are set with wide spaces: 硕 士 学 位 论 文.
  const compact = /^[\p{Script=Han}\s\d]+$/u.test(folded) ? folded.replaceAll(' ', '') : folded
  const isUnusable =
    UNREADABLE_CHARACTER.test(title) || UNUSABLE_TITLES.some((pattern) => pattern.test(compact))
  return isUnusable ? '' : title
}
