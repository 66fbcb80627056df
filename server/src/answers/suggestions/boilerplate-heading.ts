/** Headings of parts that every paper or volume has. Some records have one as their title; it names no subject. */
const BOILERPLATE_HEADING =
  /^(?:abstracts?|key ?words?|introduction|background|related work|(?:materials and )?methods?|methodology|results?|discussion|conclusions?|references|bibliography|acknowledge?ments?|appendi(?:x|ces)\b.*|summary|overview|(?:table of )?contents|(?:author |subject )?index|preface|foreword|editorial(?: board)?|front ?matter|back ?matter|(?:title|cover)(?: ?page)?|list of (?:figures|tables|authors|contributors|reviewers)|copyright(?: page)?|errat(?:um|a)|corrigendum|untitled|in this issue|摘要|关键词|关键字|引言|前言|序言?|绪论|导论|方法|结果|讨论|结论|总结|参考文献|致谢|附录.*|目录|目次|总目录|索引|封面|扉页|版权页?|卷首语|编者按|编后记?|编委会|征稿(?:启事|通知)|更正|勘误|无标题)$/iu

/** Returns whether a title or heading names a standard part of a paper: "Keywords", 「目录」. */
export const isBoilerplateHeading = (title: string): boolean =>
  BOILERPLATE_HEADING.test(title.replaceAll(/^[\s\p{P}]+|(?<![\s\p{P}])[\s\p{P}]+$/gu, ''))
