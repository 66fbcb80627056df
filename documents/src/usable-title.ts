const MAX_TITLE_CHARS = 300
const MIN_TITLE_CHARS = 3

/** Matches titles that programs set by themselves: their own name, that of a template or of a file. */
const PROGRAM_TITLE =
  /^(?:untitled|未命名|无标题|microsoft (?:word|powerpoint)|powerpoint|presentation\d*$|演示文稿|document\d*$|文档\d*$|slide \d|title$|标题$)|\.(?:docx?|pptx?|xlsx?|tex|dvi|pdf|eps|indd|qxd|ps|wps|rtf|txt)(?![\p{L}\p{N}])|\bpage \d+ ?(?:\/|of) ?\d+/iu

/** Matches names of parts of a text and phrases that a cover or a journal prints on any text. */
const PART_TITLE =
  /^(?:abstract|contents|table of contents|references|bibliography|introduction|acknowledge?ments?|preface|appendix|摘要|目录|参考文献|引言|前言|绪论|致谢|序言?|附录|封面|open access|第[一二三四五六七八九十百\d]+[章节篇].{0,40})$/i
/** Matches sections that any text may have, alone or joined: 试验方法及研究方案, "Materials and methods". */
const SECTION_TITLE =
  /^(?:(?:试验|实验|研究|理论|数据|材料|方法|方案|对象|资料|来源|结果|讨论|分析|结论|设计|内容|背景|目的|意义|现状|概述|小结|总结|展望|仪器|试剂|模型|建立|问题|提出|与|及|和|的|、){2,}|(?:materials?|methods?|results?|discussions?|conclusions?|background|related work|experiments?|evaluation|and|&|,| )+)$/i
/** Matches a genre instead of a subject: RESEARCH ARTICLE, Technical Report No. 7, 硕士学位论文（专业学位）. */
const DOCUMENT_KIND =
  /^(?:an? |the )?(?:(?:full|short|regular|brief|rapid|original|invited|mini|systematic|literature|research|review|technical|scientific|final|progress|interim|annual|internal|project|working|discussion|position|white|conference|survey|case|term|doctoral|doctor'?s?|master'?s?|bachelor'?s?|diploma|honou?rs|graduate|undergraduate|ph\.?d\.?|m\.?sc\.?|b\.?sc\.?)[ -]){0,4}(?:articles?|papers?|communication|letters?|report|research|reviews?|notes?|survey|study|commentary|perspective|editorial|preprint|manuscript|thesis|dissertation|tutorial|proposal)(?: series)?(?:[ :,]{1,2}(?:(?:no|nr|vol)\.? ?)?[A-Z./-]{0,12}\d[A-Z\d./-]{0,12})?$/i
const HAN_DOCUMENT_KIND =
  /^(?:本科|大学|学士|硕士|博士|研究生|专业|学术|学位|同等学力|申请|毕业|课程|结题|开题|课题|项目|技术|研究|调查|调研|实验|试验|年度|进展|总结|原创|专题|简明|短篇|临床|文献|系统){0,5}(?:论文|设计|报告|综述|述评|论著|论坛|原著|简报|报道|通讯|快报|评论|探讨|讲座)(?:\(.{1,12}\))?(?:第?[\dA-Z-]{1,12}号?)?$/i
const COVER_LINE =
  /^.{2,14}(?:大学|学院|研究院)$|(?:硕士|博士|学士|专业)学?位?(?:研究生)?(?:学位)?论文$|^(?:学位|毕业|本科毕业)(?:论文|设计)|^(?:university of [a-z ]{3,30}|[a-z ]{3,30} university)$/i

/** Matches an internet address, an identifier or a volume stamp. */
const ADDRESS_LINE = /^(?:https?:|www\.|doi\b|10\.\d{4}|arxiv:|issn|isbn|vol(?:ume)?\.? ?\d)/i

/** Matches characters that no font maps to a meaning. */
const UNREADABLE_CHARACTER = /[\u{FFFD}\u{E000}-\u{F8FF}\p{Cc}]/u

/** Minimum share of letters among the characters of a title; numbers, dots and brackets are the rest. */
const MIN_LETTER_SHARE = 0.5

/**
 * Returns the title of a file if it can be displayed instead of the file name, else ''. The first page of a file may
 * have "博士学位论文" or "Contents" in its largest letters, and the title that a program wrote is often that of its
 * template.
 */
export function usableTitle(found: string): string {
  const title = found
    .slice(0, 4 * MAX_TITLE_CHARS)
    .replace(/\s+/gu, ' ')
    .trim()
  const letters = title.match(/\p{L}/gu)?.length ?? 0
  if (
    title.length < MIN_TITLE_CHARS ||
    title.length > MAX_TITLE_CHARS ||
    letters < MIN_LETTER_SHARE * title.replaceAll(' ', '').length
  )
    return ''
  const folded = title.normalize('NFKC')
  const close = /^[\p{Script=Han}\s\d]+$/u.test(folded) ? folded.replaceAll(' ', '') : folded
  if (
    UNREADABLE_CHARACTER.test(title) ||
    [
      PROGRAM_TITLE,
      PART_TITLE,
      DOCUMENT_KIND,
      HAN_DOCUMENT_KIND,
      SECTION_TITLE,
      COVER_LINE,
      ADDRESS_LINE,
    ].some((each) => each.test(close))
  )
    return ''
  return title
}
