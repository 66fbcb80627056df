// For tests only: the bibliographic facts of examples that the manuals of medicine and engineering and their guides print.
import { cslNames, type ItemFacts } from './example-facts.cases.ts'

export const halpern: ItemFacts = {
  type: 'article-journal',
  author: cslNames('Halpern, Scott D.; Ubel, Peter A.; Caplan, Arthur L.'),
  title: 'Solid-organ transplantation in HIV-infected patients',
  'container-title': 'The New England Journal of Medicine',
  'container-title-short': 'N. Engl. J. Med.',
  volume: '347',
  issue: '4',
  page: '284-287',
  issued: { 'date-parts': [[2002, 7, 25]] },
}

export const rose: ItemFacts = {
  type: 'article-journal',
  author: cslNames(
    'Rose, M. E.; Huerbin, M. B.; Melick, J.; Marion, D. W.; Palmer, A. M.; Schiding, J. K.; Kochanek, P. M.',
  ),
  title: 'Regulation of interstitial excitatory amino acid concentrations after cortical contusion injury',
  'container-title': 'Brain Res',
  volume: '935',
  issue: '1-2',
  page: '40-46',
  issued: { 'date-parts': [[2002]] },
}

export const murray: ItemFacts = {
  type: 'book',
  author: cslNames('Murray, P. R.; Rosenthal, K. S.; Kobayashi, G. S.; Pfaller, M. A.'),
  title: 'Medical microbiology',
  edition: '4',
  publisher: 'Mosby',
  'publisher-place': 'St. Louis',
  issued: { 'date-parts': [[2002]] },
}

export const gilstrap: ItemFacts = {
  type: 'book',
  editor: [
    { family: 'Gilstrap', given: 'L. C.', suffix: '3rd' },
    ...cslNames('Cunningham, F. G.; VanDorsten, J. P.'),
  ],
  title: 'Operative obstetrics',
  edition: '2',
  publisher: 'McGraw-Hill',
  'publisher-place': 'New York',
  issued: { 'date-parts': [[2002]] },
}

export const meltzer: ItemFacts = {
  type: 'chapter',
  author: cslNames('Meltzer, P. S.; Kallioniemi, A.; Trent, J. M.'),
  editor: cslNames('Vogelstein, B.; Kinzler, K. W.'),
  title: 'Chromosome alterations in human solid tumors',
  'container-title': 'The genetic basis of human cancer',
  page: '93-113',
  publisher: 'McGraw-Hill',
  'publisher-place': 'New York',
  issued: { 'date-parts': [[2002]] },
}

export const borkowski: ItemFacts = {
  type: 'thesis',
  author: cslNames('Borkowski, M. M.'),
  title: 'Infant sleep and feeding: a telephone survey of Hispanic Americans',
  genre: 'Doctoral dissertation',
  publisher: 'Central Michigan University',
  'publisher-place': 'Mount Pleasant (MI)',
  issued: { 'date-parts': [[2002]] },
}

export const tynan: ItemFacts = {
  type: 'article-newspaper',
  author: cslNames('Tynan, Trudy'),
  title: 'Medical improvements lower homicide rate: study sees drop in assault rate',
  'container-title': 'The Washington Post',
  page: 'A2',
  issued: { 'date-parts': [[2002, 8, 12]] },
}

export const bar: ItemFacts = {
  type: 'article',
  author: cslNames('Bar, D. Z.; Atkatsh, K.; Tavarez, U.; Erdos, M. R.; Gruenbaum, Y.; Collins, F. S.'),
  title: 'Biotinylation by antibody recognition: a novel method for proximity labeling',
  publisher: 'bioRxiv',
  number: '069187',
  issued: { 'date-parts': [[2016]] },
  accessed: { 'date-parts': [[2017, 1, 12]] },
  URL: 'https://www.biorxiv.org/content/10.1101/069187v1',
}

export const chiampi: ItemFacts = {
  type: 'article-journal',
  author: cslNames('Chiampi, Mario M.; Zilberti, Luca L.'),
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

export const klaus: ItemFacts = {
  type: 'book',
  author: cslNames('Klaus, Berthold; Horn, Paul'),
  title: 'Robot Vision',
  publisher: 'MIT Press',
  'publisher-place': 'Cambridge, MA, USA',
  issued: { 'date-parts': [[1986]] },
}

export const stein: ItemFacts = {
  type: 'chapter',
  author: cslNames('Stein, Lee'),
  editor: cslNames('Brake, John S.'),
  title: 'Random patterns',
  'container-title': 'Computers and You',
  page: '55-70',
  publisher: 'Wiley',
  'publisher-place': 'New York, NY, USA',
  issued: { 'date-parts': [[1994]] },
}

export const veruggio: ItemFacts = {
  type: 'paper-conference',
  author: cslNames('Veruggio, Gianmarco'),
  title: 'The EURON roboethics roadmap',
  'container-title': 'Proc. Humanoids ’06: 6th IEEE-RAS Int. Conf. Humanoid Robots',
  page: '612-617',
  issued: { 'date-parts': [[2006]] },
  DOI: '10.1109/ICHR.2006.321337',
}

export const kawasaki: ItemFacts = {
  type: 'thesis',
  author: cslNames('Kawasaki, Nobuo'),
  title: 'Parametric study of thermal and chemical nonequilibrium nozzle flow',
  genre: 'M.S. thesis',
  publisher: 'Dept. Electron. Eng., Osaka Univ.',
  'publisher-place': 'Osaka, Japan',
  issued: { 'date-parts': [[1993]] },
}

export const reber: ItemFacts = {
  type: 'report',
  author: cslNames('Reber, E. E.; Michell, R. L.; Carter, C. J.'),
  title: 'Oxygen absorption in the earth’s atmosphere',
  number: 'Tech. Rep. TR-0200 (4230-46)-3',
  publisher: 'Aerospace Corp.',
  'publisher-place': 'Los Angeles, CA, USA',
  issued: { 'date-parts': [[1988, 11]] },
}

export const criteria: ItemFacts = {
  type: 'standard',
  title: 'IEEE Criteria for Class IE Electric Systems',
  number: 'IEEE Standard 308',
  issued: { 'date-parts': [[1969]] },
}
