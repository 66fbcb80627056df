import { RESOURCE_TYPE } from '@scinav/contract'

/** The kind of a work. The tables below map every source's names of kinds to it. */
export interface WorkKind {
  /** One of `RESOURCE_TYPE`. */
  type: number
  /** The CSL type where it is more specific than the number. */
  csl?: string
}

/** The vocabulary in which a source names kinds. */
export type KindSource =
  | 'openalex'
  | 'crossref'
  | 'csl'
  | 'bibtex'
  | 'ris'
  | 'named'
  | 'pubmed'
  | 'dblp'
  | 'dc'
  | 'acl'
  | 'wos'
  | 'semantic_scholar'

/**
 * Per source, entries separated by `|` or line breaks: the number of `RESOURCE_TYPE`, after `/` the CSL type where it
 * is more specific, after `: ` the source's names in lower case. A comma within a name represents a space.
 */
const KIND_TABLES: Readonly<Record<KindSource, string>> = {
  openalex: `1: article review editorial letter erratum retraction
    2: book monograph | 2/chapter: book-chapter book-section book-part | 2/entry: reference-entry
    4: dissertation | 5: proceedings proceedings-article | 6: standard | 8: report report-component grant
    9: preprint posted-content | 10/dataset: dataset | 10/software: software
    10: other paratext libguides supplementary-materials peer-review component database`,
  crossref: `1: journal-article journal-issue journal-volume journal
    2: book monograph edited-book reference-book book-set book-series
    2/chapter: book-chapter book-section book-part book-track | 2/entry-encyclopedia: reference-entry
    4: dissertation | 5: proceedings-article | 5/book: proceedings proceedings-series | 6: standard standard-series
    8: report report-series report-component grant | 9: posted-content
    10/dataset: dataset database | 10: component other peer-review`,
  csl: `1: article-journal | 1/article-magazine: article-magazine | 1/review: review | 1/review-book: review-book
    2: book classic musical_score collection periodical | 2/chapter: chapter | 2/entry: entry
    2/entry-encyclopedia: entry-encyclopedia | 2/entry-dictionary: entry-dictionary
    3: article-newspaper | 4: thesis | 5: paper-conference | 6: standard | 7: patent | 8: report
    9: article manuscript | 10/dataset: dataset | 10/software: software | 10/webpage: webpage post-weblog post
    10/speech: speech | 10/legislation: legislation bill legal_case regulation treaty hearing | 10/map: map`,
  bibtex: `1: article suppperiodical | 1/review: review | 1/periodical: periodical
    2: book mvbook booklet collection mvcollection reference mvreference manual
    2/chapter: inbook incollection bookinbook suppbook suppcollection | 2/entry-encyclopedia: inreference
    3: newspaper newsarticle | 4: thesis phdthesis mastersthesis bachelorsthesis
    5: inproceedings conference | 5/book: proceedings mvproceedings | 6: standard | 7: patent
    8: techreport report | 9: unpublished preprint | 10/dataset: dataset data | 10/software: software
    10/webpage: online electronic www webpage | 10/legislation: legislation jurisdiction legal | 10: misc`,
  ris: `1: jour ejour jfull inpr | 1/article-magazine: mgzn | 1/periodical: ser
    2: book ebook edbook | 2/chapter: chap echap | 2/entry-encyclopedia: ency encyc | 2/entry-dictionary: dict
    3: news | 4: thes | 5: cpaper conf | 6: stand std stat | 7: pat | 8: rprt govdoc grnt
    9: unpb manscpt unpd | 10/dataset: data aggr dbase | 10/webpage: elec web blog icomm
    10/software: comp | 10/legislation: case hear bill legal unbill | 10/map: map | 10: gen`,
  // EndNote, NoteExpress, RefWorks and CNKI name the kind in words.
  named: `1: journal,article electronic,article article journal articles review 期刊 期刊论文 期刊文章 学术期刊 中国期刊 外文期刊 特色期刊 辑刊 学术辑刊
    1: journal,electronic article,in,press online,first 网络首发
    1/article-magazine: magazine,article magazine 杂志 杂志文章
    2: book edited,book electronic,book monograph book,whole ancient,text classical,work serial 图书 专著 著作 电子书 古籍
    2/chapter: book,section electronic,book,section book,chapter chapter 图书章节 年鉴 yearbook
    2/entry: 工具书 词条 | 2/entry-encyclopedia: encyclopedia encyclopedia,article 百科条目 | 2/entry-dictionary: dictionary dictionary,entry 词典条目
    3: newspaper,article newspaper 报纸 报纸文章 重要报纸
    4: thesis dissertation thesis/dissertation dissertation/thesis 学位论文 硕士 博士 硕士论文 博士论文 硕士学位论文 博士学位论文 博硕士 博硕
    5: conference,proceedings conference,proceeding conference,paper conference proceedings 会议 会议论文 会议文集 中国会议 国际会议
    6: standard 标准 国家标准 行业标准 中国标准 国外标准 | 7: patent 专利 中国专利 国外专利 海外专利
    8: report government,document technical,report scientific,report 报告 科技报告 科技成果 成果 other,article grant
    9: unpublished,work unpublished,material manuscript preprint 预印本
    10/dataset: dataset aggregated,database online,database 数据集 科学数据
    10/software: computer,program 软件
    10/webpage: web,page webpage blog,post forum,post electronic,source online,multimedia blog internet,communication 网页 网络资源 电子资源 网络文献
    10/legislation: bill case hearing legal,rule,or,regulation legal,rule/regulation statute laws/statutes 法律法规
    10/map: map 地图 | 10: generic unknown other personal,communication 其他`,
  pubmed: `1: journal,article review letter editorial comment | 3: newspaper,article | 4: academic,dissertation
    5: congress | 8: technical,report | 9: preprint | 10/dataset: dataset | 10/webpage: webcast`,
  dblp: `1: article | 2: book | 2/chapter: incollection | 4: phdthesis mastersthesis | 5: inproceedings | 5/book: proceedings | 10/dataset: data`,
  dc: `1: article journal,article | 2: book | 2/chapter: book,part | 4: thesis dissertation doctoral,thesis master,thesis bachelor,thesis
    5: conference,object conference,paper | 7: patent | 8: report technical,report working,paper | 9: preprint text e-print
    10/dataset: dataset | 10/software: software`,
  acl: '1: journal | 5: conference workshop',
  wos: '1: j article | 2: b | 5: s c | 7: p',
  semantic_scholar: `1: journalarticle lettersandcomments editorial casereport clinicaltrial metaanalysis study
    1/review: review | 2: book | 2/chapter: booksection | 3: news | 5: conference | 10/dataset: dataset`,
}

const KINDS_BY_SOURCE = new Map(
  Object.entries(KIND_TABLES).map(([source, table]) => [source, parseKindTable(table)]),
)

/** Returns the kind for a source's name of it, in any letter case; null where the source has no such name. */
export function findKind(source: KindSource, name: string | null | undefined): WorkKind | null {
  const normalized = (name ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s,_]+/g, ' ')
  // Some names, as `musical_score`, have an underscore in the table itself.
  return (
    KINDS_BY_SOURCE.get(source)?.get(normalized) ??
    KINDS_BY_SOURCE.get(source)?.get(normalized.replaceAll(' ', '_')) ??
    null
  )
}

/** Returns the kinds of a table by the source's names, in lower case and with spaces for commas. */
function parseKindTable(table: string): Map<string, WorkKind> {
  const kinds = new Map<string, WorkKind>()
  for (const row of table.split(/[|\n]/)) {
    const [kind = '', names = ''] = row.split(': ')
    const [number = '', csl] = kind.trim().split('/')
    for (const name of names.trim().split(/\s+/)) {
      kinds.set(name.replaceAll(',', ' '), { type: Number(number), ...(csl ? { csl } : {}) })
    }
  }
  return kinds
}

const OTHER_KIND: WorkKind = { type: RESOURCE_TYPE.other }

/** Returns the kind for a source's name of it; `RESOURCE_TYPE.other`, printed as `[Z]`, for an unknown name. */
export function kindOrOther(source: KindSource, name: string | null | undefined): WorkKind {
  return findKind(source, name) ?? OTHER_KIND
}

/** Returns whether works of a kind are identified by a number of their own: standards, patents and reports. */
export const isNumberedKind = ({ type }: WorkKind): boolean =>
  type === RESOURCE_TYPE.standard || type === RESOURCE_TYPE.patent || type === RESOURCE_TYPE.report

/** Returns whether a kind is a whole book, as opposed to a chapter or an entry of a reference work. */
export const isWholeBook = ({ type, csl }: WorkKind): boolean => type === RESOURCE_TYPE.book && !csl

/** Returns the degree that a text names: `硕士`, `Ph.D.`, `Master's thesis`; null where it names none. */
export function parseDegree(text: string | null | undefined): 'bachelor' | 'master' | 'doctor' | null {
  const normalized = text ?? ''
  if (/博士|ph\.?\s?d|doctor|dphil|habil/i.test(normalized)) return 'doctor'
  if (/硕士|master|m\.?\s?sc|m\.?\s?phil|diplom|magister|\bMA\b/i.test(normalized)) return 'master'
  return /学士|本科|bachelor|b\.?\s?sc\b/i.test(normalized) ? 'bachelor' : null
}
