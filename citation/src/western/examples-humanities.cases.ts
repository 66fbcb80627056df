// For tests only: the bibliographic facts of examples that the manuals of MLA and Chicago and their guides print.
import { cslNames, type ItemFacts } from './example-facts.cases.ts'

export const baron: ItemFacts = {
  type: 'article-journal',
  author: cslNames('Baron, Naomi S.'),
  title: 'Redefining reading: the impact of digital communication media',
  'container-title': 'PMLA',
  volume: '128',
  issue: '1',
  page: '193-200',
  issued: { 'date-parts': [[2013, 1]] },
}

export const copeland: ItemFacts = {
  type: 'chapter',
  author: cslNames('Copeland, Edward'),
  editor: cslNames('Copeland, Edward; McMaster, Juliet'),
  title: 'Money',
  'container-title': 'The Cambridge Companion to Jane Austen',
  page: '131-148',
  publisher: 'Cambridge UP',
  issued: { 'date-parts': [[1997]] },
}

export const dorris: ItemFacts = {
  type: 'book',
  author: cslNames('Dorris, Michael; Erdrich, Louise'),
  title: 'The crown of Columbus',
  publisher: 'HarperCollins Publishers',
  issued: { 'date-parts': [[1999]] },
}

export const burdick: ItemFacts = {
  type: 'book',
  author: cslNames('Burdick, Anne; Drucker, Johanna; Lunenfeld, Peter; Presner, Todd; Schnapp, Jeffrey'),
  title: 'Digital_Humanities',
  publisher: 'MIT P',
  issued: { 'date-parts': [[2012]] },
}

export const holland: ItemFacts = {
  type: 'book',
  editor: cslNames('Holland, Merlin; Hart-Davis, Rupert'),
  title: 'The complete letters of Oscar Wilde',
  publisher: 'Henry Holt',
  issued: { 'date-parts': [[2000]] },
}

export const foucault: ItemFacts = {
  type: 'book',
  author: cslNames('Foucault, Michel'),
  translator: cslNames('Howard, Richard'),
  title: 'Madness and civilization: a history of insanity in the age of reason',
  publisher: 'Vintage-Random House',
  issued: { 'date-parts': [[1988]] },
}

export const njus: ItemFacts = {
  type: 'thesis',
  author: cslNames('Njus, Jesse'),
  title: 'Performing the passion: a study on the nature of medieval acting',
  genre: 'PhD dissertation',
  publisher: 'Northwestern U',
  issued: { 'date-parts': [[2010]] },
}

export const hollmichel: ItemFacts = {
  type: 'post-weblog',
  author: cslNames('Hollmichel, Stefanie'),
  title: 'The reading brain: differences between digital and print',
  'container-title': 'So many books',
  issued: { 'date-parts': [[2013, 4, 25]] },
  URL: 'https://somanybooksblog.com/2013/04/25/the-reading-brain-differences-between-digital-and-print/',
}

export const keng: ItemFacts = {
  type: 'article-journal',
  author: cslNames('Keng, Shao-Hsun; Lin, Chun-Hung; Orazem, Peter F.'),
  title: 'Expanding college access in Taiwan, 1978–2014: effects on graduate quality and income inequality',
  'container-title': 'Journal of Human Capital',
  volume: '11',
  issue: '1',
  page: '1-34',
  issued: { 'date-parts': [[2017]] },
  DOI: '10.1086/690235',
}

export const lasalle: ItemFacts = {
  type: 'article-journal',
  author: cslNames('LaSalle, Peter'),
  title: 'Conundrum: a story about reading',
  'container-title': 'New England Review',
  volume: '38',
  issue: '1',
  page: '95-109',
  issued: { 'date-parts': [[2017]] },
}

export const satterfield: ItemFacts = {
  type: 'article-journal',
  author: cslNames('Satterfield, Susan'),
  title: 'Livy and the pax deum',
  'container-title': 'Classical Philology',
  volume: '111',
  issue: '2',
  page: '165-176',
  issued: { 'date-parts': [[2016, 4]] },
}

export const grazer: ItemFacts = {
  type: 'book',
  author: cslNames('Grazer, Brian; Fishman, Charles'),
  title: 'A curious mind: the secret to a bigger life',
  publisher: 'Simon & Schuster',
  'publisher-place': 'New York',
  issued: { 'date-parts': [[2015]] },
}

export const thoreau: ItemFacts = {
  type: 'chapter',
  author: cslNames('Thoreau, Henry David'),
  editor: cslNames('D’Agata, John'),
  title: 'Walking',
  'container-title': 'The making of the American essay',
  page: '167-195',
  publisher: 'Graywolf Press',
  'publisher-place': 'Minneapolis',
  issued: { 'date-parts': [[2016]] },
}

export const lahiri: ItemFacts = {
  type: 'book',
  author: cslNames('Lahiri, Jhumpa'),
  translator: cslNames('Goldstein, Ann'),
  title: 'In other words',
  publisher: 'Alfred A. Knopf',
  'publisher-place': 'New York',
  issued: { 'date-parts': [[2016]] },
}

export const rutz: ItemFacts = {
  type: 'thesis',
  author: cslNames('Rutz, Cynthia Lillian'),
  title: 'King Lear and its folktale analogues',
  genre: 'PhD diss.',
  publisher: 'University of Chicago',
  issued: { 'date-parts': [[2013]] },
}

export const yale: ItemFacts = {
  type: 'webpage',
  author: cslNames('Yale University'),
  title: 'About Yale: Yale facts',
  accessed: { 'date-parts': [[2017, 5, 1]] },
  URL: 'https://www.yale.edu/about-yale/yale-facts',
}

export const manjoo: ItemFacts = {
  type: 'article-newspaper',
  author: cslNames('Manjoo, Farhad'),
  title: 'Snap makes a bet on the cultural supremacy of the camera',
  'container-title': 'New York Times',
  issued: { 'date-parts': [[2017, 3, 8]] },
  URL: 'https://www.nytimes.com/2017/03/08/technology/snap.html',
}

export const christensen: ItemFacts = {
  type: 'paper-conference',
  author: cslNames('Christensen, S.; Oppacher, F.'),
  editor: cslNames('Foster, J. A.; Lutton, E.; Miller, J.; Ryan, C.; Tettamanzi, A. G.'),
  title: "An analysis of Koza's computational effort statistic for genetic programming",
  'container-title':
    'Genetic programming. EuroGP 2002: Proceedings of the 5th European Conference on Genetic Programming',
  page: '182-191',
  publisher: 'Springer',
  'publisher-place': 'Berlin',
  issued: { 'date-parts': [[2002]] },
}

export const yen: ItemFacts = {
  type: 'report',
  author: cslNames('Yen, G. G.'),
  title: 'Health monitoring on vibration signatures: final report',
  number: 'AFRLSRBLTR020123',
  publisher: 'Air Force Office of Scientific Research (US), Air Force Research Laboratory',
  'publisher-place': 'Arlington (VA)',
  issued: { 'date-parts': [[2002, 2]] },
}

export const wilkinson: ItemFacts = {
  type: 'patent',
  author: cslNames('Wilkinson, James P.'),
  title: 'Nonlinear resonant circuit devices',
  number: 'US3624125',
  issued: { 'date-parts': [[1990, 7, 16]] },
}
