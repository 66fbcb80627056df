import type {
  ManuscriptFinding,
  manuscriptFindingGroups,
  manuscriptSeverities,
} from './manuscript-check-shapes.ts'

/** Names of the groups of findings, as the page and the exported files show them. */
export const manuscriptGroupNames: Readonly<Record<(typeof manuscriptFindingGroups)[number], string>> = {
  list: '列表与正文',
  existence: '真实性',
  fields: '著录字段',
  duplicates: '重复',
  status: '状态',
  form: '格式',
  support: '支持',
  balance: '构成',
}

/** Names of the severities of findings. */
export const manuscriptSeverityNames: Readonly<Record<(typeof manuscriptSeverities)[number], string>> = {
  fault: '需处理',
  check: '建议看',
  info: '提示',
}

/** Short names of the kinds of findings, which mark their places in the text. */
export const manuscriptKindNames: Readonly<Record<ManuscriptFinding['kind'], string>> = {
  cited_not_listed: '列表中没有',
  never_cited: '正文未引用',
  out_of_order: '编号次序',
  numbering_gap: '编号不连续',
  numbering_repeat: '编号重复',
  ambiguous_citation: '对应多条',
  unmatched_citation: '没有对应',
  marker_form: '标注写法',
  several_lists: '多个列表',
  not_found: '未找到',
  unanswered: '来源未答复',
  unreadable_entry: '未能读出',
  other_identifier: '标识符不符',
  invalid_identifier: '标识符有误',
  differing_fields: '字段有出入',
  same_work: '同一篇',
  published_version: '有正式版',
  retracted: '已撤稿',
  concern: '有关注声明',
  corrected: '有更正',
  warned_journal: '预警期刊',
  withdrawn_preprint: '预印本撤回',
  entry_form: '著录格式',
  entry_order: '排列次序',
  contradicted: '与原文不同',
  partly_supported: '部分支持',
  not_in_text: '原文未见',
  requirement: '数量要求',
  age: '年代分布',
  self_citation: '自引',
  one_journal: '同刊集中',
  language: '语种',
  preprints: '预印本',
}
