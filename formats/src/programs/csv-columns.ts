/**
 * The fields that columns of a table may hold, each with the headings by which it is recognized, separated by spaces
 * and in the form that `normalizeHeading` returns. Of a heading in several lists the last one counts.
 */
const COLUMN_HEADINGS = {
  title:
    'title article_title document_title paper_title name titel titre título 题名 标题 篇名 论文题目 论文标题 文献题名 名称 题目 书名',
  title_zh: 'title_zh chinese_title title_cn 中文题名 中文标题',
  full_authors: 'author_full_names author_full_name',
  authors:
    'authors author creator creators author_names autoren autor auteurs auteur autores 作者 第一作者 作者姓名 责任者 著者 全部作者',
  affiliations:
    'affiliations affiliation organ institution institutions 单位 机构 作者单位 作者机构 发明人单位',
  abstract: 'abstract abstract_note summary description 摘要 中文摘要 内容摘要',
  abstract_zh: 'abstract_zh 摘要_中',
  keywords: 'keywords keyword author_keywords subject subjects manual_tags tags 关键词 中文关键词 主题词',
  more_keywords: 'index_keywords keywords_plus automatic_tags',
  source:
    'source source_title journal journal_title zeitschrift revue revista publication_title publication container_title venue booktitle source_name 刊名 来源 文献来源 期刊 期刊名称 期刊名 出处 报纸 会议名称 来源出版物',
  volume: 'volume vol roll 卷 卷号',
  issue: 'issue number no period 期 期号 刊期',
  pages: 'pages page page_range 页码 页 起止页码 页码范围',
  first_page: 'start_page first_page page_start bp 起始页 起页',
  last_page: 'end_page last_page page_end ep 结束页 止页',
  date: 'date publication_date published publish_date pubtime pub_date issued cover_date 出版日期 发表时间 出版时间 发表日期 日期 公开日',
  year: 'year jahr année año publication_year py pub_year publish_year 年 年份 出版年 发表年份 年度 出版年份',
  type: 'item_type publication_type type document_type resource_type doctype srcdatabase 类型 文献类型 资源类型 来源库 文献类别',
  genre: 'genre 文献子类',
  article_number: 'art_no article_number 文章编号 论文编号',
  doi: 'doi digital_object_identifier',
  url: 'url link links web_url link_url landing_page 链接 网址 原文链接 地址',
  pdf_url: 'pdf_url pdf pdf_link 全文链接',
  isbn: 'isbn isbns print_isbn isbn号 国际标准书号',
  issn: 'issn issns print_issn issn_isbn issn号 国际标准刊号',
  eissn: 'eissn e_issn 电子刊号',
  number: 'standard_number patent_number report_number 标准号 专利号 编号 公开号 申请号 报告编号',
  language: 'language lang language_of_original_document 语种 语言',
  publisher:
    'publisher press school university institution_name degree_institution 出版社 出版者 出版单位 学位授予单位 授予单位 主办单位 学校',
  place: 'place publisher_location publisher_city place_published address 出版地',
  degree: 'degree degree_type thesis_type 学位 学位类型 学位级别',
  funds: 'funds fund funding funding_details funding_orgs grants 基金 基金项目 资助',
  clc_codes: 'clc clc_code clc_codes 中图分类号 分类号',
  subject_codes: 'subject_codes subject_code 学科代码',
  citation_count:
    'cited_by citations citation_count times_cited times_cited,_all_databases times_cited,_wos_core cited_by_count 被引 被引次数 被引频次 引用次数',
  is_oa: 'open_access open_access_designations is_oa oa 开放获取',
  editors: 'editors editor book_editors 主编 编者',
  translators: 'translators translator 译者',
  group_authors: 'group_authors book_group_authors 团体作者',
  advisors: 'advisor advisors supervisor tutor teacher 导师 指导教师',
  edition: 'edition 版本 版次',
  series: 'series book_series_title 丛书 丛书名',
  event: 'conference_name conference_title 会议',
  event_place: 'conference_location 会议地点',
  short_source: 'journal_abbreviation journal_iso_abbreviation abbreviated_source_title 刊名缩写',
  accessed: 'access_date accessed 访问日期',
  note: 'note notes extra 备注',
  pmid: 'pmid pubmed_id pubmed',
  pmcid: 'pmcid pmc_id',
  wos: 'ut wos_id accession_number',
  eid: 'eid',
  arxiv: 'arxiv arxiv_id',
  openalex: 'openalex openalex_id',
  acl: 'acl acl_id anthology_id',
} as const

/** A field to which a column can be mapped. */
export type CsvField = keyof typeof COLUMN_HEADINGS

/** Fields by the two-letter tags that Web of Science uses as headings of its tab-separated files. */
const FIELD_BY_WOS_TAG: Readonly<Record<string, CsvField>> = {
  PT: 'type',
  AF: 'full_authors',
  AU: 'authors',
  CA: 'group_authors',
  BE: 'editors',
  TI: 'title',
  SO: 'source',
  SE: 'series',
  LA: 'language',
  DT: 'genre',
  CT: 'event',
  CL: 'event_place',
  DE: 'keywords',
  ID: 'more_keywords',
  AB: 'abstract',
  C3: 'affiliations',
  FU: 'funds',
  Z9: 'citation_count',
  PU: 'publisher',
  PI: 'place',
  SN: 'issn',
  EI: 'eissn',
  BN: 'isbn',
  JI: 'short_source',
  PD: 'date',
  PY: 'year',
  VL: 'volume',
  IS: 'issue',
  BP: 'first_page',
  EP: 'last_page',
  AR: 'article_number',
  DI: 'doi',
  PM: 'pmid',
  OA: 'is_oa',
  UT: 'wos',
}

/** The field of a second column with the same heading: the genre after the type, a number after the issue. */
const SECOND_FIELD: Partial<Record<CsvField, CsvField>> = { type: 'genre', issue: 'number' }

// `Object.keys` returns plain strings, so the key type is restored.
const FIELD_NAMES = Object.keys(COLUMN_HEADINGS).filter((name): name is CsvField => name in COLUMN_HEADINGS)

const FIELD_BY_HEADING = new Map<string, CsvField>()
for (const field of FIELD_NAMES)
  for (const heading of COLUMN_HEADINGS[field].split(' ')) FIELD_BY_HEADING.set(heading, field)

/** Returns a heading in the form of the lists above: `Cited by` → `cited_by`, `作者（全部）` → `作者`. */
function normalizeHeading(heading: string): string {
  return heading
    .replace(/^\ufeff/, '')
    .replace(/[（(][^()（）]*[)）]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[\s/.-]+/g, '_')
    .replace(/^_+/, '')
    .replace(/(?<!_)_+$/, '')
}

/**
 * Returns the field of a heading, null where it is unknown. Of CNKI's headings such as `Title-题名`, either half
 * suffices.
 */
export function fieldOfHeading(heading: string): CsvField | null {
  const whole = FIELD_BY_HEADING.get(normalizeHeading(heading))
  if (whole) return whole
  const halves = /^([A-Za-z]+)\s*-\s*(\p{Script=Han}+)$/u.exec(trimHeading(heading))
  return (
    FIELD_BY_HEADING.get(halves?.[2] ?? '') ?? FIELD_BY_HEADING.get(halves?.[1]?.toLowerCase() ?? '') ?? null
  )
}

/** Removes a byte order mark and the spaces around a heading. */
const trimHeading = (heading: string): string => heading.replace(/^\ufeff/, '').trim()

/** Returns the function that interprets headings: by the mapping, by two-letter tags, or by words. */
function createColumnReader(heading: readonly string[], mapping: Readonly<Record<string, string>>) {
  if (Object.keys(mapping).length > 0) {
    return (name: string) => {
      const mapped = mapping[name] ?? mapping[trimHeading(name)]
      return FIELD_NAMES.find((each) => each === mapped) ?? null
    }
  }
  const names = heading.map(trimHeading)
  const hasWosTags = names.includes('PT') && names.includes('TI')
  return hasWosTags ? (name: string) => FIELD_BY_WOS_TAG[trimHeading(name)] ?? null : fieldOfHeading
}

/**
 * Returns the field of each column, null for one that is not read. Every field is assigned once, to the first column
 * that names it; a second one may get the field of `SECOND_FIELD`. A non-empty mapping (heading → field) selects the
 * only columns that are used.
 */
export function mapColumns(
  heading: readonly string[],
  mapping: Readonly<Record<string, string>> = {},
): (CsvField | null)[] {
  const assigned = new Set<CsvField>()
  const fieldOf = createColumnReader(heading, mapping)
  return heading.map((name) => {
    const named = fieldOf(name)
    const field = named && assigned.has(named) ? (SECOND_FIELD[named] ?? named) : named
    if (!field || assigned.has(field)) return null
    assigned.add(field)
    return field
  })
}
