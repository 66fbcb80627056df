// For tests only: the bibliographic facts of examples that the style manuals and their guides print.
import type { CslItem } from '../csl.ts'
import { people } from './people.cases.ts'

type Facts = Omit<CslItem, 'id'>

export const grady: Facts = {
  type: 'article-journal',
  author: people('Grady, Jessica S.; Her, Mai; Moreno, Gabriela; Perez, Carlos; Yelinek, J.'),
  title:
    'Emotions in storybooks: A comparison of storybooks that represent ethnic and racial groups in the United States',
  'container-title': 'Psychology of Popular Media Culture',
  volume: '8',
  issue: '3',
  page: '207-217',
  issued: { 'date-parts': [[2019]] },
  DOI: '10.1037/ppm0000185',
}

export const kalnay: Facts = {
  type: 'article-journal',
  author: people(
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

export const jackson: Facts = {
  type: 'book',
  author: people('Jackson, Lynne M.'),
  title: 'The psychology of prejudice: From attitudes to social action',
  edition: '2',
  publisher: 'American Psychological Association',
  issued: { 'date-parts': [[2019]] },
  DOI: '10.1037/0000168-000',
}

export const piaget: Facts = {
  type: 'book',
  author: people('Piaget, Jean; Inhelder, Bärbel'),
  translator: people('Weaver, Helen'),
  title: 'The psychology of the child',
  edition: '2nd ed.',
  publisher: 'Basic Books',
  issued: { 'date-parts': [[1969]] },
}

export const hygum: Facts = {
  type: 'book',
  editor: people('Hygum, Erik; Pedersen, Peter Moller'),
  title: 'Early childhood education: Values and practices in Denmark',
  publisher: 'Hans Reitzels Forlag',
  issued: { 'date-parts': [[2010]] },
  URL: 'https://earlychildhoodeducation.digi.hansreitzel.dk/',
}

export const aron: Facts = {
  type: 'chapter',
  author: people('Aron, Laurie; Botella, Marion; Lubart, Todd'),
  editor: people('Subotnik, Rena F.; Olszewski-Kubilius, Paula; Worrell, Frank C.'),
  title: 'Culinary arts: Talent and their development',
  'container-title':
    'The psychology of high performance: Developing human potential into domain-specific talent',
  page: '345-359',
  publisher: 'American Psychological Association',
  issued: { 'date-parts': [[2019]] },
  DOI: '10.1037/0000120-016',
}

export const bedenel: Facts = {
  type: 'paper-conference',
  author: people('Bedenel, Anne-Lise; Jourdan, Laetitia; Biernacki, Christophe'),
  editor: people('Battiti, Roberto; Brunato, Mauro; Kotsireas, Ilias; Pardalos, Panos'),
  title: 'Probability estimation by an adapted genetic algorithm in web insurance',
  'container-title': 'Lecture notes in computer science: Vol. 11353. Learning and intelligent optimization',
  page: '225-240',
  publisher: 'Springer',
  issued: { 'date-parts': [[2019]] },
  DOI: '10.1007/978-3-030-05348-2_21',
}

export const hutcheson: Facts = {
  type: 'thesis',
  author: people('Hutcheson, Virginia H.'),
  title:
    'Dealing with dual differences: Social coping strategies of gifted and lesbian, gay, bisexual, transgender, and queer adolescents',
  genre: "Master's thesis",
  publisher: 'The College of William & Mary',
  archive: 'William & Mary Digital Archive',
  issued: { 'date-parts': [[2012]] },
  URL: 'https://digitalarchive.wm.edu/bitstream/handle/10288/16594/HutchesonVirginia2012.pdf',
}

export const cancer: Facts = {
  type: 'report',
  author: people('National Cancer Institute'),
  title: 'Taking time: Support for people with cancer',
  number: 'NIH Publication No. 18-2059',
  publisher: 'U.S. Department of Health and Human Services, National Institutes of Health',
  issued: { 'date-parts': [[2019]] },
  URL: 'https://www.cancer.gov/publications/patient-education/takingtime.pdf',
}

export const who: Facts = {
  type: 'webpage',
  author: people('World Health Organization'),
  title: 'The top 10 causes of death',
  'container-title': 'World Health Organization',
  issued: { 'date-parts': [[2018, 5, 24]] },
  URL: 'https://www.who.int/news-room/fact-sheets/detail/the-top-10-causes-of-death',
}

export const census: Facts = {
  type: 'webpage',
  author: people('U.S. Census Bureau'),
  title: 'U.S. and world population clock',
  'container-title': 'U.S. Department of Commerce',
  accessed: { 'date-parts': [[2020, 1, 9]] },
  URL: 'https://www.census.gov/popclock/',
}

export const hampton: Facts = {
  type: 'article',
  author: people('Hampton, Sarah; Rabagliati, Hugh; Sorace, Antonella; Fletcher-Watson, Sue'),
  title: 'Autism and bilingualism: A qualitative interview study of parents’ perspectives and experiences',
  publisher: 'PsyArXiv',
  issued: { 'date-parts': [[2017]] },
  DOI: '10.31234/osf.io/76xfs',
}

export const pew: Facts = {
  type: 'dataset',
  author: people('Pew Research Center'),
  title: 'American trends panel Wave 26',
  publisher: 'Pew Research Center',
  issued: { 'date-parts': [[2018]] },
  URL: 'https://www.pewsocialtrends.org/dataset/american-trends-panel-wave-26/',
}

export const guarino: Facts = {
  type: 'article-newspaper',
  author: people('Guarino, Ben'),
  title: 'How will humanity react to alien life? Psychologists have some predictions',
  'container-title': 'The Washington Post',
  issued: { 'date-parts': [[2017, 12, 4]] },
  URL: 'https://www.washingtonpost.com/alien-life',
}

export const baron: Facts = {
  type: 'article-journal',
  author: people('Baron, Naomi S.'),
  title: 'Redefining reading: the impact of digital communication media',
  'container-title': 'PMLA',
  volume: '128',
  issue: '1',
  page: '193-200',
  issued: { 'date-parts': [[2013, 1]] },
}

export const copeland: Facts = {
  type: 'chapter',
  author: people('Copeland, Edward'),
  editor: people('Copeland, Edward; McMaster, Juliet'),
  title: 'Money',
  'container-title': 'The Cambridge Companion to Jane Austen',
  page: '131-148',
  publisher: 'Cambridge UP',
  issued: { 'date-parts': [[1997]] },
}

export const dorris: Facts = {
  type: 'book',
  author: people('Dorris, Michael; Erdrich, Louise'),
  title: 'The crown of Columbus',
  publisher: 'HarperCollins Publishers',
  issued: { 'date-parts': [[1999]] },
}

export const burdick: Facts = {
  type: 'book',
  author: people('Burdick, Anne; Drucker, Johanna; Lunenfeld, Peter; Presner, Todd; Schnapp, Jeffrey'),
  title: 'Digital_Humanities',
  publisher: 'MIT P',
  issued: { 'date-parts': [[2012]] },
}

export const holland: Facts = {
  type: 'book',
  editor: people('Holland, Merlin; Hart-Davis, Rupert'),
  title: 'The complete letters of Oscar Wilde',
  publisher: 'Henry Holt',
  issued: { 'date-parts': [[2000]] },
}

export const foucault: Facts = {
  type: 'book',
  author: people('Foucault, Michel'),
  translator: people('Howard, Richard'),
  title: 'Madness and civilization: a history of insanity in the age of reason',
  publisher: 'Vintage-Random House',
  issued: { 'date-parts': [[1988]] },
}

export const njus: Facts = {
  type: 'thesis',
  author: people('Njus, Jesse'),
  title: 'Performing the passion: a study on the nature of medieval acting',
  genre: 'PhD dissertation',
  publisher: 'Northwestern U',
  issued: { 'date-parts': [[2010]] },
}

export const hollmichel: Facts = {
  type: 'post-weblog',
  author: people('Hollmichel, Stefanie'),
  title: 'The reading brain: differences between digital and print',
  'container-title': 'So many books',
  issued: { 'date-parts': [[2013, 4, 25]] },
  URL: 'https://somanybooksblog.com/2013/04/25/the-reading-brain-differences-between-digital-and-print/',
}

export const keng: Facts = {
  type: 'article-journal',
  author: people('Keng, Shao-Hsun; Lin, Chun-Hung; Orazem, Peter F.'),
  title: 'Expanding college access in Taiwan, 1978–2014: effects on graduate quality and income inequality',
  'container-title': 'Journal of Human Capital',
  volume: '11',
  issue: '1',
  page: '1-34',
  issued: { 'date-parts': [[2017]] },
  DOI: '10.1086/690235',
}

export const lasalle: Facts = {
  type: 'article-journal',
  author: people('LaSalle, Peter'),
  title: 'Conundrum: a story about reading',
  'container-title': 'New England Review',
  volume: '38',
  issue: '1',
  page: '95-109',
  issued: { 'date-parts': [[2017]] },
}

export const satterfield: Facts = {
  type: 'article-journal',
  author: people('Satterfield, Susan'),
  title: 'Livy and the pax deum',
  'container-title': 'Classical Philology',
  volume: '111',
  issue: '2',
  page: '165-176',
  issued: { 'date-parts': [[2016, 4]] },
}

export const grazer: Facts = {
  type: 'book',
  author: people('Grazer, Brian; Fishman, Charles'),
  title: 'A curious mind: the secret to a bigger life',
  publisher: 'Simon & Schuster',
  'publisher-place': 'New York',
  issued: { 'date-parts': [[2015]] },
}

export const thoreau: Facts = {
  type: 'chapter',
  author: people('Thoreau, Henry David'),
  editor: people('D’Agata, John'),
  title: 'Walking',
  'container-title': 'The making of the American essay',
  page: '167-195',
  publisher: 'Graywolf Press',
  'publisher-place': 'Minneapolis',
  issued: { 'date-parts': [[2016]] },
}

export const lahiri: Facts = {
  type: 'book',
  author: people('Lahiri, Jhumpa'),
  translator: people('Goldstein, Ann'),
  title: 'In other words',
  publisher: 'Alfred A. Knopf',
  'publisher-place': 'New York',
  issued: { 'date-parts': [[2016]] },
}

export const rutz: Facts = {
  type: 'thesis',
  author: people('Rutz, Cynthia Lillian'),
  title: 'King Lear and its folktale analogues',
  genre: 'PhD diss.',
  publisher: 'University of Chicago',
  issued: { 'date-parts': [[2013]] },
}

export const yale: Facts = {
  type: 'webpage',
  author: people('Yale University'),
  title: 'About Yale: Yale facts',
  accessed: { 'date-parts': [[2017, 5, 1]] },
  URL: 'https://www.yale.edu/about-yale/yale-facts',
}

export const manjoo: Facts = {
  type: 'article-newspaper',
  author: people('Manjoo, Farhad'),
  title: 'Snap makes a bet on the cultural supremacy of the camera',
  'container-title': 'New York Times',
  issued: { 'date-parts': [[2017, 3, 8]] },
  URL: 'https://www.nytimes.com/2017/03/08/technology/snap.html',
}

export const halpern: Facts = {
  type: 'article-journal',
  author: people('Halpern, Scott D.; Ubel, Peter A.; Caplan, Arthur L.'),
  title: 'Solid-organ transplantation in HIV-infected patients',
  'container-title': 'The New England Journal of Medicine',
  'container-title-short': 'N. Engl. J. Med.',
  volume: '347',
  issue: '4',
  page: '284-287',
  issued: { 'date-parts': [[2002, 7, 25]] },
}

export const rose: Facts = {
  type: 'article-journal',
  author: people(
    'Rose, M. E.; Huerbin, M. B.; Melick, J.; Marion, D. W.; Palmer, A. M.; Schiding, J. K.; Kochanek, P. M.',
  ),
  title: 'Regulation of interstitial excitatory amino acid concentrations after cortical contusion injury',
  'container-title': 'Brain Res',
  volume: '935',
  issue: '1-2',
  page: '40-46',
  issued: { 'date-parts': [[2002]] },
}

export const murray: Facts = {
  type: 'book',
  author: people('Murray, P. R.; Rosenthal, K. S.; Kobayashi, G. S.; Pfaller, M. A.'),
  title: 'Medical microbiology',
  edition: '4',
  publisher: 'Mosby',
  'publisher-place': 'St. Louis',
  issued: { 'date-parts': [[2002]] },
}

export const gilstrap: Facts = {
  type: 'book',
  editor: [
    { family: 'Gilstrap', given: 'L. C.', suffix: '3rd' },
    ...people('Cunningham, F. G.; VanDorsten, J. P.'),
  ],
  title: 'Operative obstetrics',
  edition: '2',
  publisher: 'McGraw-Hill',
  'publisher-place': 'New York',
  issued: { 'date-parts': [[2002]] },
}

export const meltzer: Facts = {
  type: 'chapter',
  author: people('Meltzer, P. S.; Kallioniemi, A.; Trent, J. M.'),
  editor: people('Vogelstein, B.; Kinzler, K. W.'),
  title: 'Chromosome alterations in human solid tumors',
  'container-title': 'The genetic basis of human cancer',
  page: '93-113',
  publisher: 'McGraw-Hill',
  'publisher-place': 'New York',
  issued: { 'date-parts': [[2002]] },
}

export const christensen: Facts = {
  type: 'paper-conference',
  author: people('Christensen, S.; Oppacher, F.'),
  editor: people('Foster, J. A.; Lutton, E.; Miller, J.; Ryan, C.; Tettamanzi, A. G.'),
  title: "An analysis of Koza's computational effort statistic for genetic programming",
  'container-title':
    'Genetic programming. EuroGP 2002: Proceedings of the 5th European Conference on Genetic Programming',
  page: '182-191',
  publisher: 'Springer',
  'publisher-place': 'Berlin',
  issued: { 'date-parts': [[2002]] },
}

export const borkowski: Facts = {
  type: 'thesis',
  author: people('Borkowski, M. M.'),
  title: 'Infant sleep and feeding: a telephone survey of Hispanic Americans',
  genre: 'Doctoral dissertation',
  publisher: 'Central Michigan University',
  'publisher-place': 'Mount Pleasant (MI)',
  issued: { 'date-parts': [[2002]] },
}

export const tynan: Facts = {
  type: 'article-newspaper',
  author: people('Tynan, Trudy'),
  title: 'Medical improvements lower homicide rate: study sees drop in assault rate',
  'container-title': 'The Washington Post',
  page: 'A2',
  issued: { 'date-parts': [[2002, 8, 12]] },
}

export const yen: Facts = {
  type: 'report',
  author: people('Yen, G. G.'),
  title: 'Health monitoring on vibration signatures: final report',
  number: 'AFRLSRBLTR020123',
  publisher: 'Air Force Office of Scientific Research (US), Air Force Research Laboratory',
  'publisher-place': 'Arlington (VA)',
  issued: { 'date-parts': [[2002, 2]] },
}

export const bar: Facts = {
  type: 'article',
  author: people('Bar, D. Z.; Atkatsh, K.; Tavarez, U.; Erdos, M. R.; Gruenbaum, Y.; Collins, F. S.'),
  title: 'Biotinylation by antibody recognition: a novel method for proximity labeling',
  publisher: 'bioRxiv',
  number: '069187',
  issued: { 'date-parts': [[2016]] },
  accessed: { 'date-parts': [[2017, 1, 12]] },
  URL: 'https://www.biorxiv.org/content/10.1101/069187v1',
}

export const chiampi: Facts = {
  type: 'article-journal',
  author: people('Chiampi, Mario M.; Zilberti, Luca L.'),
  title:
    'Induction of electric field in human bodies moving near MRI: An efficient BEM computational procedure',
  'container-title': 'IEEE Transactions on Biomedical Engineering',
  'container-title-short': 'IEEE Trans. Biomed. Eng.',
  volume: '58',
  issue: '10',
  page: '2787-2793',
  issued: { 'date-parts': [[2011, 10]] },
  DOI: '10.1109/TBME.2011.2158315',
}

export const klaus: Facts = {
  type: 'book',
  author: people('Klaus, Berthold; Horn, Paul'),
  title: 'Robot Vision',
  publisher: 'MIT Press',
  'publisher-place': 'Cambridge, MA, USA',
  issued: { 'date-parts': [[1986]] },
}

export const stein: Facts = {
  type: 'chapter',
  author: people('Stein, Lee'),
  editor: people('Brake, John S.'),
  title: 'Random patterns',
  'container-title': 'Computers and You',
  page: '55-70',
  publisher: 'Wiley',
  'publisher-place': 'New York, NY, USA',
  issued: { 'date-parts': [[1994]] },
}

export const veruggio: Facts = {
  type: 'paper-conference',
  author: people('Veruggio, Gianmarco'),
  title: 'The EURON roboethics roadmap',
  'container-title': 'Proc. Humanoids ’06: 6th IEEE-RAS Int. Conf. Humanoid Robots',
  page: '612-617',
  issued: { 'date-parts': [[2006]] },
  DOI: '10.1109/ICHR.2006.321337',
}

export const kawasaki: Facts = {
  type: 'thesis',
  author: people('Kawasaki, Nobuo'),
  title: 'Parametric study of thermal and chemical nonequilibrium nozzle flow',
  genre: 'M.S. thesis',
  publisher: 'Dept. Electron. Eng., Osaka Univ.',
  'publisher-place': 'Osaka, Japan',
  issued: { 'date-parts': [[1993]] },
}

export const reber: Facts = {
  type: 'report',
  author: people('Reber, E. E.; Michell, R. L.; Carter, C. J.'),
  title: 'Oxygen absorption in the earth’s atmosphere',
  number: 'Tech. Rep. TR-0200 (4230-46)-3',
  publisher: 'Aerospace Corp.',
  'publisher-place': 'Los Angeles, CA, USA',
  issued: { 'date-parts': [[1988, 11]] },
}

export const criteria: Facts = {
  type: 'standard',
  title: 'IEEE Criteria for Class IE Electric Systems',
  number: 'IEEE Standard 308',
  issued: { 'date-parts': [[1969]] },
}

export const wilkinson: Facts = {
  type: 'patent',
  author: people('Wilkinson, James P.'),
  title: 'Nonlinear resonant circuit devices',
  number: 'US3624125',
  issued: { 'date-parts': [[1990, 7, 16]] },
}

export const wang: Facts = {
  type: 'article-journal',
  author: people('王利平; 王福新; 刘洪'),
  title: '过冷大水滴环境粒径分布模拟方法研究进展',
  'container-title': '航空学报',
  volume: '45',
  issue: '8',
  page: '730570',
  issued: { 'date-parts': [[2024, 4, 25]] },
  language: 'zh',
}

export const chen: Facts = {
  type: 'chapter',
  author: people('程根伟'),
  editor: people('许厚泽; 赵其国'),
  title: '1998年长江洪水的成因与减灾对策',
  'container-title': '长江流域洪涝灾害与科技对策',
  page: '32-36',
  publisher: '科学出版社',
  'publisher-place': '北京',
  issued: { 'date-parts': [[1999]] },
}
