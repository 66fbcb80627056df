import { expect, test } from 'vitest'
import { formatChicago } from './chicago.ts'
import { markItalics, type StyleExample } from './example-facts.cases.ts'
import {
  christensen,
  grazer,
  holland,
  keng,
  lahiri,
  lasalle,
  manjoo,
  rutz,
  satterfield,
  thoreau,
  wilkinson,
  yale,
  yen,
} from './examples-humanities.cases.ts'
import { chen, hampton, kalnay, pew, wang } from './examples-social.cases.ts'

const authorDate: StyleExample[] = [
  [
    'an article with DOI and three authors',
    keng,
    'Keng, Shao-Hsun, Chun-Hung Lin, and Peter F. Orazem. 2017. “Expanding College Access in Taiwan, 1978–2014: Effects on Graduate Quality and Income Inequality.” *Journal of Human Capital* 11 (1): 1–34. https://doi.org/10.1086/690235.',
  ],
  [
    'an article',
    lasalle,
    'LaSalle, Peter. 2017. “Conundrum: A Story about Reading.” *New England Review* 38 (1): 95–109.',
  ],
  [
    'a book by two',
    grazer,
    'Grazer, Brian, and Charles Fishman. 2015. *A Curious Mind: The Secret to a Bigger Life*. New York: Simon & Schuster.',
  ],
  [
    'a translated book',
    lahiri,
    'Lahiri, Jhumpa. 2016. *In Other Words*. Translated by Ann Goldstein. New York: Alfred A. Knopf.',
  ],
  [
    'a chapter',
    thoreau,
    'Thoreau, Henry David. 2016. “Walking.” In *The Making of the American Essay*, edited by John D’Agata, 167–95. Minneapolis: Graywolf Press.',
  ],
  [
    'a thesis',
    rutz,
    'Rutz, Cynthia Lillian. 2013. “King Lear and Its Folktale Analogues.” PhD diss., University of Chicago.',
  ],
  [
    'a web page without a date',
    yale,
    'Yale University. n.d. “About Yale: Yale Facts.” Accessed May 1, 2017. https://www.yale.edu/about-yale/yale-facts.',
  ],
  [
    'a newspaper article',
    manjoo,
    'Manjoo, Farhad. 2017. “Snap Makes a Bet on the Cultural Supremacy of the Camera.” *New York Times*, March 8, 2017. https://www.nytimes.com/2017/03/08/technology/snap.html.',
  ],
  [
    'more than ten authors',
    kalnay,
    'Kalnay, Eugenia, M. Kanamitsu, R. Kistler, W. Collins, D. Deaven, L. Gandin, M. Iredell, et al. 1996. “The NCEP/NCAR 40-Year Reanalysis Project.” *Bulletin of the American Meteorological Society* 77 (3): 437–71.',
  ],
  [
    'an edited book',
    holland,
    'Holland, Merlin, and Rupert Hart-Davis, eds. 2000. *The Complete Letters of Oscar Wilde*. Henry Holt.',
  ],
  [
    'a report',
    yen,
    'Yen, G. G. 2002. *Health Monitoring on Vibration Signatures: Final Report*. AFRLSRBLTR020123. Arlington (VA): Air Force Office of Scientific Research (US), Air Force Research Laboratory.',
  ],
  [
    'a conference paper',
    christensen,
    "Christensen, S., and F. Oppacher. 2002. “An Analysis of Koza's Computational Effort Statistic for Genetic Programming.” In *Genetic Programming. EuroGP 2002: Proceedings of the 5th European Conference on Genetic Programming*, edited by J. A. Foster, E. Lutton, J. Miller, C. Ryan, and A. G. Tettamanzi, 182–91. Berlin: Springer.",
  ],
  [
    'a preprint',
    hampton,
    'Hampton, Sarah, Hugh Rabagliati, Antonella Sorace, and Sue Fletcher-Watson. 2017. “Autism and Bilingualism: A Qualitative Interview Study of Parents’ Perspectives and Experiences.” Preprint, PsyArXiv. https://doi.org/10.31234/osf.io/76xfs.',
  ],
  [
    'a data set',
    pew,
    'Pew Research Center. 2018. “American Trends Panel Wave 26.” https://www.pewsocialtrends.org/dataset/american-trends-panel-wave-26/.',
  ],
  [
    'a Chinese article',
    wang,
    '王利平, 王福新, and 刘洪. 2024. “过冷大水滴环境粒径分布模拟方法研究进展.” *航空学报* 45 (8): 730570.',
  ],
]

for (const [about, facts, printed] of authorDate) {
  test(`Chicago 17 author-date prints ${about}`, () => {
    const item = { ...facts, id: 'x' }
    expect(markItalics(formatChicago(item, 'author-date'))).toBe(printed)
  })
}

const notes: StyleExample[] = [
  [
    'an article with DOI and three authors',
    keng,
    'Keng, Shao-Hsun, Chun-Hung Lin, and Peter F. Orazem. “Expanding College Access in Taiwan, 1978–2014: Effects on Graduate Quality and Income Inequality.” *Journal of Human Capital* 11, no. 1 (2017): 1–34. https://doi.org/10.1086/690235.',
  ],
  [
    'an article of a month',
    satterfield,
    'Satterfield, Susan. “Livy and the Pax Deum.” *Classical Philology* 111, no. 2 (April 2016): 165–76.',
  ],
  [
    'a book by two',
    grazer,
    'Grazer, Brian, and Charles Fishman. *A Curious Mind: The Secret to a Bigger Life*. New York: Simon & Schuster, 2015.',
  ],
  [
    'a translated book',
    lahiri,
    'Lahiri, Jhumpa. *In Other Words*. Translated by Ann Goldstein. New York: Alfred A. Knopf, 2016.',
  ],
  [
    'a chapter',
    thoreau,
    'Thoreau, Henry David. “Walking.” In *The Making of the American Essay*, edited by John D’Agata, 167–95. Minneapolis: Graywolf Press, 2016.',
  ],
  [
    'a thesis',
    rutz,
    'Rutz, Cynthia Lillian. “King Lear and Its Folktale Analogues.” PhD diss., University of Chicago, 2013.',
  ],
  [
    'a web page without a date',
    yale,
    'Yale University. “About Yale: Yale Facts.” Accessed May 1, 2017. https://www.yale.edu/about-yale/yale-facts.',
  ],
  [
    'a newspaper article',
    manjoo,
    'Manjoo, Farhad. “Snap Makes a Bet on the Cultural Supremacy of the Camera.” *New York Times*, March 8, 2017. https://www.nytimes.com/2017/03/08/technology/snap.html.',
  ],
  [
    'a patent',
    wilkinson,
    'Wilkinson, James P. “Nonlinear Resonant Circuit Devices.” US3624125, issued July 16, 1990.',
  ],
  [
    'a Chinese chapter',
    chen,
    '程根伟. “1998年长江洪水的成因与减灾对策.” In *长江流域洪涝灾害与科技对策*, edited by 许厚泽 and 赵其国, 32–36. 北京: 科学出版社, 1999.',
  ],
]

for (const [about, facts, printed] of notes) {
  test(`Chicago 17 notes and bibliography prints ${about}`, () => {
    const item = { ...facts, id: 'x' }
    expect(markItalics(formatChicago(item, 'notes'))).toBe(printed)
  })
}
