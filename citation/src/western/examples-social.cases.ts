// For tests only: the bibliographic facts of examples that the manuals of APA and their guides print.
import { cslNames, type ItemFacts } from './example-facts.cases.ts'

export const grady: ItemFacts = {
  type: 'article-journal',
  author: cslNames('Grady, Jessica S.; Her, Mai; Moreno, Gabriela; Perez, Carlos; Yelinek, J.'),
  title:
    'Emotions in storybooks: A comparison of storybooks that represent ethnic and racial groups in the United States',
  'container-title': 'Psychology of Popular Media Culture',
  volume: '8',
  issue: '3',
  page: '207-217',
  issued: { 'date-parts': [[2019]] },
  DOI: '10.1037/ppm0000185',
}

export const kalnay: ItemFacts = {
  type: 'article-journal',
  author: cslNames(
    [
      'Kalnay, Eugenia; Kanamitsu, M.; Kistler, R.; Collins, W.; Deaven, D.; Gandin, L.; Iredell, M.; Saha, S.',
      'White, G.; Woollen, J.; Zhu, Y.; Chelliah, M.; Ebisuzaki, W.; Higgins, W.; Janowiak, J.; Mo, K. C.',
      'Ropelewski, C.; Wang, J.; Leetmaa, A.; Reynolds, R.; Jenne, R.; Joseph, D.',
    ].join('; '),
  ),
  title: 'The NCEP/NCAR 40-year reanalysis project',
  'container-title': 'Bulletin of the American Meteorological Society',
  volume: '77',
  issue: '3',
  page: '437-471',
  issued: { 'date-parts': [[1996]] },
}

export const jackson: ItemFacts = {
  type: 'book',
  author: cslNames('Jackson, Lynne M.'),
  title: 'The psychology of prejudice: From attitudes to social action',
  edition: '2',
  publisher: 'American Psychological Association',
  issued: { 'date-parts': [[2019]] },
  DOI: '10.1037/0000168-000',
}

export const piaget: ItemFacts = {
  type: 'book',
  author: cslNames('Piaget, Jean; Inhelder, Bärbel'),
  translator: cslNames('Weaver, Helen'),
  title: 'The psychology of the child',
  edition: '2nd ed.',
  publisher: 'Basic Books',
  issued: { 'date-parts': [[1969]] },
}

export const hygum: ItemFacts = {
  type: 'book',
  editor: cslNames('Hygum, Erik; Pedersen, Peter Moller'),
  title: 'Early childhood education: Values and practices in Denmark',
  publisher: 'Hans Reitzels Forlag',
  issued: { 'date-parts': [[2010]] },
  URL: 'https://earlychildhoodeducation.digi.hansreitzel.dk/',
}

export const aron: ItemFacts = {
  type: 'chapter',
  author: cslNames('Aron, Laurie; Botella, Marion; Lubart, Todd'),
  editor: cslNames('Subotnik, Rena F.; Olszewski-Kubilius, Paula; Worrell, Frank C.'),
  title: 'Culinary arts: Talent and their development',
  'container-title':
    'The psychology of high performance: Developing human potential into domain-specific talent',
  page: '345-359',
  publisher: 'American Psychological Association',
  issued: { 'date-parts': [[2019]] },
  DOI: '10.1037/0000120-016',
}

export const bedenel: ItemFacts = {
  type: 'paper-conference',
  author: cslNames('Bedenel, Anne-Lise; Jourdan, Laetitia; Biernacki, Christophe'),
  editor: cslNames('Battiti, Roberto; Brunato, Mauro; Kotsireas, Ilias; Pardalos, Panos'),
  title: 'Probability estimation by an adapted genetic algorithm in web insurance',
  'container-title': 'Lecture notes in computer science: Vol. 11353. Learning and intelligent optimization',
  page: '225-240',
  publisher: 'Springer',
  issued: { 'date-parts': [[2019]] },
  DOI: '10.1007/978-3-030-05348-2_21',
}

export const hutcheson: ItemFacts = {
  type: 'thesis',
  author: cslNames('Hutcheson, Virginia H.'),
  title:
    'Dealing with dual differences: Social coping strategies of gifted and lesbian, gay, bisexual, transgender, and queer adolescents',
  genre: "Master's thesis",
  publisher: 'The College of William & Mary',
  archive: 'William & Mary Digital Archive',
  issued: { 'date-parts': [[2012]] },
  URL: 'https://digitalarchive.wm.edu/bitstream/handle/10288/16594/HutchesonVirginia2012.pdf',
}

export const cancer: ItemFacts = {
  type: 'report',
  author: cslNames('National Cancer Institute'),
  title: 'Taking time: Support for people with cancer',
  number: 'NIH Publication No. 18-2059',
  publisher: 'U.S. Department of Health and Human Services, National Institutes of Health',
  issued: { 'date-parts': [[2019]] },
  URL: 'https://www.cancer.gov/publications/patient-education/takingtime.pdf',
}

export const who: ItemFacts = {
  type: 'webpage',
  author: cslNames('World Health Organization'),
  title: 'The top 10 causes of death',
  'container-title': 'World Health Organization',
  issued: { 'date-parts': [[2018, 5, 24]] },
  URL: 'https://www.who.int/news-room/fact-sheets/detail/the-top-10-causes-of-death',
}

export const census: ItemFacts = {
  type: 'webpage',
  author: cslNames('U.S. Census Bureau'),
  title: 'U.S. and world population clock',
  'container-title': 'U.S. Department of Commerce',
  accessed: { 'date-parts': [[2020, 1, 9]] },
  URL: 'https://www.census.gov/popclock/',
}

export const hampton: ItemFacts = {
  type: 'article',
  author: cslNames('Hampton, Sarah; Rabagliati, Hugh; Sorace, Antonella; Fletcher-Watson, Sue'),
  title: 'Autism and bilingualism: A qualitative interview study of parents’ perspectives and experiences',
  publisher: 'PsyArXiv',
  issued: { 'date-parts': [[2017]] },
  DOI: '10.31234/osf.io/76xfs',
}

export const pew: ItemFacts = {
  type: 'dataset',
  author: cslNames('Pew Research Center'),
  title: 'American trends panel Wave 26',
  publisher: 'Pew Research Center',
  issued: { 'date-parts': [[2018]] },
  URL: 'https://www.pewsocialtrends.org/dataset/american-trends-panel-wave-26/',
}

export const guarino: ItemFacts = {
  type: 'article-newspaper',
  author: cslNames('Guarino, Ben'),
  title: 'How will humanity react to alien life? Psychologists have some predictions',
  'container-title': 'The Washington Post',
  issued: { 'date-parts': [[2017, 12, 4]] },
  URL: 'https://www.washingtonpost.com/alien-life',
}

export const wang: ItemFacts = {
  type: 'article-journal',
  author: cslNames('王利平; 王福新; 刘洪'),
  title: '过冷大水滴环境粒径分布模拟方法研究进展',
  'container-title': '航空学报',
  volume: '45',
  issue: '8',
  page: '730570',
  issued: { 'date-parts': [[2024, 4, 25]] },
  language: 'zh',
}

export const chen: ItemFacts = {
  type: 'chapter',
  author: cslNames('程根伟'),
  editor: cslNames('许厚泽; 赵其国'),
  title: '1998年长江洪水的成因与减灾对策',
  'container-title': '长江流域洪涝灾害与科技对策',
  page: '32-36',
  publisher: '科学出版社',
  'publisher-place': '北京',
  issued: { 'date-parts': [[1999]] },
}
