// Cases of `formatSpec`, the reference format of the specification (§9).

/** A posted reference: whatever fields somebody filled in. */
type PostedReference = Record<string, unknown>

/** What a case shows, what is posted, its number if any, and the entry to the character. */
export type SpecCase = [about: string, posted: PostedReference, entry: string, n?: number]

const article = {
  resource_type: 1,
  title: '过冷大水滴环境粒径分布模拟方法研究进展',
  authors_short: ['王利平', '王福新', '刘洪'],
  basic_sourcename: '航空学报',
  basic_source_vo: '45',
  basic_source_no: '8',
  basic_page: '102-111',
  publish_date: '2024-04-25',
}

const book = {
  resource_type: 2,
  title: '经济数学与金融数学',
  authors_short: ['哈里森', '沃尔德伦'],
  publish_venue: ['北京', '中国人民大学出版社'],
  publish_date: '2012',
  basic_page: '235-236',
}

const newspaper = {
  resource_type: 3,
  title: '数字革命与竞争国际化',
  authors_short: ['丁文详'],
  basic_sourcename: '中国青年报',
  publish_date: '2000-11-20',
  basic_source_no: '第15版',
}

const thesis = {
  resource_type: 4,
  title: '新媒体时代原生广告的策略与发展研究',
  authors_short: ['何筱梅'],
  publish_venue: ['武汉大学'],
  publish_date: '2016-05',
  basic_page: '24-25',
}

const paper = {
  resource_type: 5,
  title: '中国农业转基因生物研发进展与安全管理',
  authors_short: ['汪学军'],
  basic_sourcename: '生物安全框架研讨会论文集',
  publish_venue: ['北京', '中国环境科学出版社'],
  publish_date: '2005',
  basic_page: '22-25',
}

const standard = {
  resource_type: 6,
  title: '信息与文献 资源描述',
  isbn: 'GB/T 3792-2021',
  publish_date: '2021',
}

const patent = { resource_type: 7, title: '全智能节电器', isbn: 'CN200610171314.3', publish_date: '20080116' }

const report = {
  resource_type: 8,
  title: '人体安全重要技术标准研制最终报告',
  authors_short: ['汤万金'],
  publish_venue: ['中国标准化研究院'],
  publish_date: '2013',
  basic_page: '12',
}

const articleHead = '王利平,王福新,刘洪.过冷大水滴环境粒径分布模拟方法研究进展'

/** Every row of the specification's table, then other types and numbered entries. */
const typeCases: SpecCase[] = [
  ['1 期刊', article, `${articleHead}[J].航空学报,2024,45(8):102-111`],
  ['2 专著', book, '哈里森,沃尔德伦.经济数学与金融数学[M].北京,中国人民大学出版社,2012:235-236'],
  ['3 报纸', newspaper, '丁文详.数字革命与竞争国际化[N].中国青年报,2000-11-20(15)'],
  ['4 学位论文', thesis, '何筱梅.新媒体时代原生广告的策略与发展研究[D].武汉大学,2016'],
  [
    '5 会议',
    paper,
    '汪学军.中国农业转基因生物研发进展与安全管理.生物安全框架研讨会论文集[C].北京,中国环境科学出版社,2005:22-25',
  ],
  ['6 标准', standard, 'GB/T 3792-2021.信息与文献 资源描述[S]'],
  ['7 专利', patent, '全智能节电器[P].CN200610171314.3,20080116'],
  ['8 科技报告', report, '汤万金.人体安全重要技术标准研制最终报告[Z].中国标准化研究院,2013:12'],
  [
    '9 预印本',
    { ...report, resource_type: 9 },
    '汤万金.人体安全重要技术标准研制最终报告[Z].中国标准化研究院,2013:12',
  ],
  [
    '10 数据集与网络资源',
    { ...report, resource_type: 10 },
    '汤万金.人体安全重要技术标准研制最终报告[Z].中国标准化研究院,2013:12',
  ],
  ['type 11', { resource_type: 11, title: '甲' }, '甲[Z]'],
  ['type 0', { resource_type: 0, title: '甲' }, '甲[Z]'],
  ['type null', { resource_type: null, title: '甲' }, '甲[Z]'],
  ['no type', { title: '甲' }, '甲[Z]'],
  ['type as text', { resource_type: '1', title: '甲' }, '甲[J]'],
  ['type that is no number', { resource_type: 'book', title: '甲' }, '甲[Z]'],
  ['numbered', { ...standard }, '[1]GB/T 3792-2021.信息与文献 资源描述[S]', 1],
  ['numbered with three digits', { resource_type: 2, title: '甲' }, '[120]甲[M]', 120],
]

const authorCases: SpecCase[] = [
  [
    'authors_short before authors',
    { ...thesis, authors: ['何 筱 梅'] },
    '何筱梅.新媒体时代原生广告的策略与发展研究[D].武汉大学,2016',
  ],
  ['authors as a list', { title: '甲', authors: ['张三', '李四'] }, '张三,李四.甲[Z]'],
  ['authors as text, printed as stored', { title: '甲', authors: '张三;李四' }, '张三;李四.甲[Z]'],
  ['authors_short as text', { title: '甲', authors_short: '张三' }, '张三.甲[Z]'],
  ['empty authors_short', { title: '甲', authors_short: ['', 'null'], authors: '张三' }, '张三.甲[Z]'],
  ['four authors, all of them', { title: '甲', authors_short: ['a', 'b', 'c', 'd'] }, 'a,b,c,d.甲[Z]'],
  [
    'no author',
    { ...article, authors_short: [] },
    '过冷大水滴环境粒径分布模拟方法研究进展[J].航空学报,2024,45(8):102-111',
  ],
  ['the title falls back to title_zh', { title: '', title_zh: '乙', resource_type: 2 }, '乙[M]'],
  ['the title before title_zh', { title: 'A', title_zh: '乙', resource_type: 2 }, 'A[M]'],
  ['no title', { authors: '张三', resource_type: 2 }, '张三[M]'],
  ['light mark-up made plain', { title: 'CO<sub>2</sub> at $\\alpha^2$', resource_type: 2 }, 'CO2 at α2[M]'],
  ['prices are no formula', { title: 'From $5 to $10', resource_type: 2 }, 'From $5 to $10[M]'],
  ['nothing at all', {}, '[Z]'],
]

const dateCases: SpecCase[] = [
  [
    'year from eight digits',
    { ...article, publish_date: '20200501' },
    `${articleHead}[J].航空学报,2020,45(8):102-111`,
  ],
  [
    'year within text',
    { ...article, publish_date: '民国26年（1937年）' },
    `${articleHead}[J].航空学报,1937,45(8):102-111`,
  ],
  [
    'date without four digits',
    { ...article, publish_date: '98年' },
    `${articleHead}[J].航空学报,45(8):102-111`,
  ],
  ['date that says null', { ...article, publish_date: 'null' }, `${articleHead}[J].航空学报,45(8):102-111`],
  ['date as a number', { ...article, publish_date: 2024 }, `${articleHead}[J].航空学报,2024,45(8):102-111`],
  [
    'newspaper without a date',
    { ...newspaper, publish_date: '' },
    '丁文详.数字革命与竞争国际化[N].中国青年报(15)',
  ],
  [
    'newspaper date as stored',
    { ...newspaper, publish_date: '2000年11月20日' },
    '丁文详.数字革命与竞争国际化[N].中国青年报,2000年11月20日(15)',
  ],
  [
    'patent date as stored',
    { ...patent, publish_date: '2008.01.16' },
    '全智能节电器[P].CN200610171314.3,2008.01.16',
  ],
]

const volumeCases: SpecCase[] = [
  ['volume without issue', { ...article, basic_source_no: '' }, `${articleHead}[J].航空学报,2024,45:102-111`],
  [
    'issue without volume',
    { ...article, basic_source_vo: null },
    `${articleHead}[J].航空学报,2024,(8):102-111`,
  ],
  [
    'neither volume nor issue',
    { ...article, basic_source_vo: '', basic_source_no: '' },
    `${articleHead}[J].航空学报,2024:102-111`,
  ],
  [
    'volume and issue keep digits',
    { ...article, basic_source_vo: 'Vol. 45', basic_source_no: '第08期' },
    `${articleHead}[J].航空学报,2024,45(08):102-111`,
  ],
  [
    'issue 3-4 loses its dash',
    { ...article, basic_source_no: '3-4' },
    `${articleHead}[J].航空学报,2024,45(34):102-111`,
  ],
  [
    'issue without digits',
    { ...article, basic_source_no: '增刊' },
    `${articleHead}[J].航空学报,2024,45:102-111`,
  ],
  [
    'issue 0 is an issue',
    { ...article, basic_source_no: 0 },
    `${articleHead}[J].航空学报,2024,45(0):102-111`,
  ],
  [
    'article number as pages',
    { ...article, basic_page: 'e0123' },
    `${articleHead}[J].航空学报,2024,45(8):e0123`,
  ],
  ['no pages', { ...article, basic_page: '' }, `${articleHead}[J].航空学报,2024,45(8)`],
  ['no year', { ...article, publish_date: null }, `${articleHead}[J].航空学报,45(8):102-111`],
  ['no source', { ...article, basic_sourcename: null }, `${articleHead}[J].2024,45(8):102-111`],
  ['journal with pages only', { resource_type: 1, title: '甲', basic_page: '5' }, '甲[J].5'],
  ['journal with nothing', { resource_type: 1, title: '甲' }, '甲[J]'],
]

/** Newspapers, the venues of books, and theses, proceedings, standards and patents. */
const venueAndNumberCases: SpecCase[] = [
  [
    'newspaper issue without digits',
    { ...newspaper, basic_source_no: '头版' },
    '丁文详.数字革命与竞争国际化[N].中国青年报,2000-11-20',
  ],
  [
    'newspaper without source',
    { ...newspaper, basic_sourcename: '' },
    '丁文详.数字革命与竞争国际化[N].2000-11-20(15)',
  ],
  [
    'empty venues are dropped',
    { ...book, publish_venue: ['', '北京', 'undefined', '出版社'] },
    '哈里森,沃尔德伦.经济数学与金融数学[M].北京,出版社,2012:235-236',
  ],
  [
    'one venue as text',
    { ...book, publish_venue: '中国人民大学出版社' },
    '哈里森,沃尔德伦.经济数学与金融数学[M].中国人民大学出版社,2012:235-236',
  ],
  ['no venue', { ...book, publish_venue: [] }, '哈里森,沃尔德伦.经济数学与金融数学[M].2012:235-236'],
  [
    'venue without year',
    { ...book, publish_date: '' },
    '哈里森,沃尔德伦.经济数学与金融数学[M].北京,中国人民大学出版社:235-236',
  ],
  ['monograph with pages only', { resource_type: 2, title: '甲', basic_page: '5' }, '甲[M].5'],
  ['monograph with nothing', { resource_type: 2, title: '甲' }, '甲[M]'],
  [
    'dissertations print no pages',
    { ...thesis, publish_date: '' },
    '何筱梅.新媒体时代原生广告的策略与发展研究[D].武汉大学',
  ],
  [
    'proceedings without source',
    { ...paper, basic_sourcename: null },
    '汪学军.中国农业转基因生物研发进展与安全管理[C].北京,中国环境科学出版社,2005:22-25',
  ],
  ['standard without number', { ...standard, isbn: '' }, '信息与文献 资源描述[S]'],
  [
    'standards print no author',
    { ...standard, authors: '全国信息与文献标准化技术委员会' },
    'GB/T 3792-2021.信息与文献 资源描述[S]',
  ],
  ['patent without number', { ...patent, isbn: null }, '全智能节电器[P].20080116'],
  ['patent without date', { ...patent, publish_date: null }, '全智能节电器[P].CN200610171314.3'],
  [
    'patents print no author',
    { ...patent, authors_short: ['邓一刚'] },
    '全智能节电器[P].CN200610171314.3,20080116',
  ],
]

/** Every case the product promises, by topic. */
export const specCases: Record<string, SpecCase[]> = {
  'Every type': typeCases,
  'Authors and title': authorCases,
  Dates: dateCases,
  'Volume, issue, pages': volumeCases,
  'Newspapers, venues, numbers': venueAndNumberCases,
}
