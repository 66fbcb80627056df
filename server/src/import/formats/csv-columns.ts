/** What columns of a table may be, and the headings by which they are known. */

const headings = {
  title:
    'title article_title document_title paper_title name 题名 标题 篇名 论文题目 论文标题 文献题名 名称 题目 书名',
  title_zh: 'title_zh chinese_title title_cn 中文题名 中文标题',
  authors:
    'authors author author_full_names author_full_name creator creators author_names 作者 作者姓名 责任者 著者 全部作者',
  affiliations:
    'affiliations affiliation organ institution institutions 单位 机构 作者单位 作者机构 发明人单位',
  abstract: 'abstract summary description 摘要 中文摘要 内容摘要',
  abstract_zh: 'abstract_zh 摘要_中',
  keywords: 'keywords keyword author_keywords subject subjects index_keywords tags 关键词 中文关键词 主题词',
  source:
    'source source_title journal journal_title publication_title publication container_title venue booktitle source_name 刊名 来源 文献来源 期刊 期刊名称 期刊名 出处 报纸 会议名称 来源出版物',
  volume: 'volume vol roll 卷 卷号',
  issue: 'issue number no period 期 期号 刊期',
  pages: 'pages page page_range 页码 页 起止页码 页码范围',
  first_page: 'start_page first_page page_start bp 起始页 起页',
  last_page: 'end_page last_page page_end ep 结束页 止页',
  date: 'date publication_date published publish_date pubtime pub_date issued cover_date 出版日期 发表时间 出版时间 发表日期 日期 公开日',
  year: 'year publication_year py pub_year publish_year 年 年份 出版年 发表年份 年度 出版年份',
  type: 'type document_type resource_type item_type publication_type doctype srcdatabase 类型 文献类型 资源类型 来源库 文献类别',
  doi: 'doi digital_object_identifier',
  url: 'url link links web_url link_url landing_page 链接 网址 原文链接 地址',
  pdf_url: 'pdf_url pdf pdf_link 全文链接',
  isbn: 'isbn isbns print_isbn 国际标准书号',
  issn: 'issn issns print_issn eissn issn_isbn 国际标准刊号',
  number: 'standard_number patent_number report_number 标准号 专利号 编号 公开号 申请号 报告编号',
  language: 'language lang language_of_original_document 语种 语言',
  publisher:
    'publisher press school university degree_institution 出版社 出版者 出版单位 学位授予单位 授予单位 主办单位 学校',
  place: 'place publisher_location address place_published 出版地',
  degree: 'degree degree_type thesis_type 学位 学位类型 学位级别',
  funds: 'funds fund funding funding_details grants 基金 基金项目 资助',
  clc_codes: 'clc clc_code clc_codes 中图分类号 分类号',
  subject_codes: 'subject_codes subject_code 学科代码',
  citation_count:
    'cited_by citations citation_count times_cited cited_by_count 被引 被引次数 被引频次 引用次数',
  is_oa: 'open_access is_oa oa 开放获取',
  editors: 'editors editor 主编 编者',
  advisors: 'advisor advisors supervisor tutor teacher 导师 指导教师',
  edition: 'edition 版本 版次',
  note: 'note notes 备注',
  pmid: 'pmid pubmed_id pubmed',
  arxiv: 'arxiv arxiv_id',
  openalex: 'openalex openalex_id',
  acl: 'acl acl_id anthology_id',
} as const

/** A field that a column can be mapped to. */
export type Field = keyof typeof headings

const fieldNames = Object.keys(headings).filter((name): name is Field => name in headings)

const fields = new Map<string, Field>()
for (const field of fieldNames) for (const heading of headings[field].split(' ')) fields.set(heading, field)

/** `Title-题名`, `Cited by`, `作者（全部）` → as the lists above write them. */
function plain(heading: string): string {
  return heading
    .replace(/^\ufeff/, '')
    .replace(/[（(][^()（）]*[)）]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[\s/.-]+/g, '_')
    .replace(/^_+/, '')
    .replace(/(?<!_)_+$/, '')
}

/** CNKI heads its tables `Title-题名`: either half will do. */
export function fieldOf(heading: string): Field | null {
  const whole = fields.get(plain(heading))
  if (whole) return whole
  const halves = /^([A-Za-z]+)\s*-\s*(\p{Script=Han}+)$/u.exec(heading.replace(/^\ufeff/, '').trim())
  return fields.get(halves?.[2] ?? '') ?? fields.get(halves?.[1]?.toLowerCase() ?? '') ?? null
}

/**
 * Which field each column of the heading is; a field is given once, to the first column that names it. With a
 * mapping (heading → field) only the columns it names are used.
 */
export function mapColumns(
  heading: readonly string[],
  mapping?: Readonly<Record<string, string>>,
): (Field | null)[] {
  const taken = new Set<Field>()
  return heading.map((name) => {
    const said = mapping?.[name] ?? mapping?.[name.replace(/^\ufeff/, '').trim()]
    const field = mapping ? (fieldNames.find((each) => each === said) ?? null) : fieldOf(name)
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  })
}
