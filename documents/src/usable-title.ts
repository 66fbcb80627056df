const LONGEST = 300
const SHORTEST = 3

/** What programs put where a title should be: their own name, that of a template, of a file. */
const program =
  /^(?:untitled|未命名|无标题|microsoft (?:word|powerpoint)|powerpoint|presentation\d*$|演示文稿|document\d*$|文档\d*$|slide \d|title$|标题$)|\.(?:docx?|pptx?|xlsx?|tex|dvi|pdf|eps|indd|qxd|ps|wps|rtf|txt)(?![\p{L}\p{N}])|\bpage \d+ ?(?:\/|of) ?\d+/iu

/** Parts of a text, and what a cover or a journal says of any text. */
const part =
  /^(?:abstract|contents|table of contents|references|bibliography|introduction|acknowledge?ments?|preface|appendix|摘要|目录|参考文献|引言|前言|绪论|致谢|序言?|附录|封面|(?:(?:research|original|review|short) ?)?(?:article|paper|communication|letter|report|research)|open access|第[一二三四五六七八九十百\d]+[章节篇].{0,40})$/i
/** Sections that any text may have, by themselves or joined: 试验方法及研究方案, "Materials and methods". */
const section =
  /^(?:(?:试验|实验|研究|理论|数据|材料|方法|方案|对象|资料|来源|结果|讨论|分析|结论|设计|内容|背景|目的|意义|现状|概述|小结|总结|展望|仪器|试剂|模型|建立|问题|提出|与|及|和|的|、){2,}|(?:materials?|methods?|results?|discussions?|conclusions?|background|related work|experiments?|evaluation|and|&|,| )+)$/i
const cover =
  /^.{2,14}(?:大学|学院|研究院)$|(?:硕士|博士|学士|专业)学?位?(?:研究生)?(?:学位)?论文$|^(?:学位|毕业|本科毕业)(?:论文|设计)|^(?:university of [a-z ]{3,30}|[a-z ]{3,30} university)$/i

/** A place in the net, an identifier, a stamp. */
const address = /^(?:https?:|www\.|doi\b|10\.\d{4}|arxiv:|issn|isbn|vol(?:ume)?\.? ?\d)/i

/** Signs that no font explained. */
const unread = /[\u{FFFD}\u{E000}-\u{F8FF}\p{Cc}]/u

/** So much of a title are letters: the rest of it numbers, dots, brackets. */
const LETTERS = 0.5

/**
 * What is shown of a file instead of its name: its title where that can be one, else ''. A file's first page may have
 * "博士学位论文" or "Contents" in its largest letters, and the title that a program wrote is often its template's.
 */
export function usableTitle(found: string): string {
  const title = found
    .slice(0, 4 * LONGEST)
    .replace(/\s+/gu, ' ')
    .trim()
  const letters = title.match(/\p{L}/gu)?.length ?? 0
  if (
    title.length < SHORTEST ||
    title.length > LONGEST ||
    letters < LETTERS * title.replaceAll(' ', '').length
  )
    return ''
  const close = /^[\p{Script=Han}\s\d]+$/u.test(title) ? title.replaceAll(' ', '') : title
  if (unread.test(title) || [program, part, section, cover, address].some((each) => each.test(close)))
    return ''
  return title
}
