import { expect, test } from 'vitest'
import { formatApa } from './apa.ts'
import { markItalics, type StyleExample } from './example-facts.cases.ts'
import {
  aron,
  bedenel,
  cancer,
  census,
  chen,
  grady,
  guarino,
  hampton,
  hutcheson,
  hygum,
  jackson,
  kalnay,
  pew,
  piaget,
  wang,
  who,
} from './examples-social.cases.ts'

const examples: StyleExample[] = [
  [
    'an article with DOI and five authors',
    grady,
    'Grady, J. S., Her, M., Moreno, G., Perez, C., & Yelinek, J. (2019). Emotions in storybooks: A comparison of storybooks that represent ethnic and racial groups in the United States. *Psychology of Popular Media Culture*, *8*(3), 207–217. https://doi.org/10.1037/ppm0000185',
  ],
  [
    '22 authors as 19, three dots and the last',
    kalnay,
    'Kalnay, E., Kanamitsu, M., Kistler, R., Collins, W., Deaven, D., Gandin, L., Iredell, M., Saha, S., White, G., Woollen, J., Zhu, Y., Chelliah, M., Ebisuzaki, W., Higgins, W., Janowiak, J., Mo, K. C., Ropelewski, C., Wang, J., Leetmaa, A., . . . Joseph, D. (1996). The NCEP/NCAR 40-year reanalysis project. *Bulletin of the American Meteorological Society*, *77*(3), 437–471.',
  ],
  [
    'a book in its second edition',
    jackson,
    'Jackson, L. M. (2019). *The psychology of prejudice: From attitudes to social action* (2nd ed.). American Psychological Association. https://doi.org/10.1037/0000168-000',
  ],
  [
    'a translated book',
    piaget,
    'Piaget, J., & Inhelder, B. (1969). *The psychology of the child* (H. Weaver, Trans.; 2nd ed.). Basic Books.',
  ],
  [
    'an edited book',
    hygum,
    'Hygum, E., & Pedersen, P. M. (Eds.). (2010). *Early childhood education: Values and practices in Denmark*. Hans Reitzels Forlag. https://earlychildhoodeducation.digi.hansreitzel.dk/',
  ],
  [
    'a chapter',
    aron,
    'Aron, L., Botella, M., & Lubart, T. (2019). Culinary arts: Talent and their development. In R. F. Subotnik, P. Olszewski-Kubilius, & F. C. Worrell (Eds.), *The psychology of high performance: Developing human potential into domain-specific talent* (pp. 345–359). American Psychological Association. https://doi.org/10.1037/0000120-016',
  ],
  [
    'a conference paper',
    bedenel,
    'Bedenel, A.-L., Jourdan, L., & Biernacki, C. (2019). Probability estimation by an adapted genetic algorithm in web insurance. In R. Battiti, M. Brunato, I. Kotsireas, & P. Pardalos (Eds.), *Lecture notes in computer science: Vol. 11353. Learning and intelligent optimization* (pp. 225–240). Springer. https://doi.org/10.1007/978-3-030-05348-2_21',
  ],
  [
    'a thesis',
    hutcheson,
    'Hutcheson, V. H. (2012). *Dealing with dual differences: Social coping strategies of gifted and lesbian, gay, bisexual, transgender, and queer adolescents* [Master’s thesis, The College of William & Mary]. William & Mary Digital Archive. https://digitalarchive.wm.edu/bitstream/handle/10288/16594/HutchesonVirginia2012.pdf',
  ],
  [
    'a report',
    cancer,
    'National Cancer Institute. (2019). *Taking time: Support for people with cancer* (NIH Publication No. 18-2059). U.S. Department of Health and Human Services, National Institutes of Health. https://www.cancer.gov/publications/patient-education/takingtime.pdf',
  ],
  [
    'a web page by the body whose site it is',
    who,
    'World Health Organization. (2018, May 24). *The top 10 causes of death*. https://www.who.int/news-room/fact-sheets/detail/the-top-10-causes-of-death',
  ],
  [
    'a web page without a date',
    census,
    'U.S. Census Bureau. (n.d.). *U.S. and world population clock*. U.S. Department of Commerce. Retrieved January 9, 2020, from https://www.census.gov/popclock/',
  ],
  [
    'a preprint',
    hampton,
    'Hampton, S., Rabagliati, H., Sorace, A., & Fletcher-Watson, S. (2017). *Autism and bilingualism: A qualitative interview study of parents’ perspectives and experiences*. PsyArXiv. https://doi.org/10.31234/osf.io/76xfs',
  ],
  [
    'a preprint whose record has the repository as a journal',
    { type: 'article', title: 'Moss on roofs', 'container-title': 'arXiv' },
    '*Moss on roofs*. (n.d.). arXiv.',
  ],
  [
    'a data set',
    pew,
    'Pew Research Center. (2018). *American trends panel Wave 26* [Data set]. https://www.pewsocialtrends.org/dataset/american-trends-panel-wave-26/',
  ],
  [
    'a newspaper article',
    guarino,
    'Guarino, B. (2017, December 4). How will humanity react to alien life? Psychologists have some predictions. *The Washington Post*. https://www.washingtonpost.com/alien-life',
  ],
  [
    'a Chinese article with an article number',
    wang,
    '王利平, 王福新, & 刘洪. (2024). 过冷大水滴环境粒径分布模拟方法研究进展. *航空学报*, *45*(8), Article 730570.',
  ],
  [
    'a Chinese chapter',
    chen,
    '程根伟. (1999). 1998年长江洪水的成因与减灾对策. In 许厚泽 & 赵其国 (Eds.), *长江流域洪涝灾害与科技对策* (pp. 32–36). 科学出版社.',
  ],
]

for (const [about, facts, printed] of examples) {
  test(`APA 7 prints ${about}`, () => {
    const item = { ...facts, id: 'x' }
    expect(markItalics(formatApa(item))).toBe(printed)
  })
}
