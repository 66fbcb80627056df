import { describe, expect, test } from 'vitest'
import type { CslItem } from '../csl.ts'
import type { Run } from '../runs.ts'
import { formatApa } from './apa.ts'
import { formatChicago } from './chicago.ts'
import * as examples from './examples.cases.ts'
import { formatIeee } from './ieee.ts'
import { formatMla } from './mla.ts'
import { formatVancouver } from './vancouver.ts'

type Example = [about: string, facts: Omit<CslItem, 'id'>, printed: string]

/** An entry with its italics between asterisks. */
const marked = (runs: Run[]): string => runs.map((run) => (run.italic ? `*${run.text}*` : run.text)).join('')

function prints(style: string, format: (item: CslItem) => Run[], list: Example[]): void {
  describe(`${style} prints`, () => {
    for (const [about, facts, printed] of list)
      test(about, () => expect(marked(format({ ...facts, id: 'x' }))).toBe(printed))
  })
}

const {
  grady,
  kalnay,
  jackson,
  piaget,
  hygum,
  aron,
  bedenel,
  hutcheson,
  cancer,
  who,
  census,
  hampton,
  pew,
  guarino,
  baron,
  copeland,
  dorris,
  burdick,
  holland,
  foucault,
  njus,
  hollmichel,
  keng,
  lasalle,
  satterfield,
  grazer,
  thoreau,
  lahiri,
  rutz,
  yale,
  manjoo,
  halpern,
  rose,
  murray,
  gilstrap,
  meltzer,
  christensen,
  borkowski,
  tynan,
  yen,
  bar,
  chiampi,
  klaus,
  stein,
  veruggio,
  kawasaki,
  reber,
  criteria,
  wilkinson,
  wang,
  chen,
} = examples

prints('APA 7', formatApa, [
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
])

prints('MLA 9', formatMla, [
  [
    'an article',
    baron,
    'Baron, Naomi S. “Redefining Reading: The Impact of Digital Communication Media.” *PMLA*, vol. 128, no. 1, Jan. 2013, pp. 193–200.',
  ],
  [
    'a chapter',
    copeland,
    'Copeland, Edward. “Money.” *The Cambridge Companion to Jane Austen*, edited by Edward Copeland and Juliet McMaster, Cambridge UP, 1997, pp. 131–48.',
  ],
  [
    'a book by two',
    dorris,
    'Dorris, Michael, and Louise Erdrich. *The Crown of Columbus*. HarperCollins Publishers, 1999.',
  ],
  ['a book by five', burdick, 'Burdick, Anne, et al. *Digital_Humanities*. MIT P, 2012.'],
  [
    'an edited book',
    holland,
    'Holland, Merlin, and Rupert Hart-Davis, editors. *The Complete Letters of Oscar Wilde*. Henry Holt, 2000.',
  ],
  [
    'a translated book',
    foucault,
    'Foucault, Michel. *Madness and Civilization: A History of Insanity in the Age of Reason*. Translated by Richard Howard, Vintage-Random House, 1988.',
  ],
  [
    'a thesis',
    njus,
    'Njus, Jesse. *Performing the Passion: A Study on the Nature of Medieval Acting*. 2010. Northwestern U, PhD dissertation.',
  ],
  [
    'a web page',
    hollmichel,
    'Hollmichel, Stefanie. “The Reading Brain: Differences between Digital and Print.” *So Many Books*, 25 Apr. 2013, https://somanybooksblog.com/2013/04/25/the-reading-brain-differences-between-digital-and-print/.',
  ],
  [
    'a web page without a date',
    census,
    'U.S. Census Bureau. “U.S. and World Population Clock.” *U.S. Department of Commerce*, https://www.census.gov/popclock/. Accessed 9 Jan. 2020.',
  ],
  [
    'a newspaper article',
    manjoo,
    'Manjoo, Farhad. “Snap Makes a Bet on the Cultural Supremacy of the Camera.” *New York Times*, 8 Mar. 2017, https://www.nytimes.com/2017/03/08/technology/snap.html.',
  ],
  [
    'a conference paper',
    bedenel,
    'Bedenel, Anne-Lise, et al. “Probability Estimation by an Adapted Genetic Algorithm in Web Insurance.” *Lecture Notes in Computer Science: Vol. 11353. Learning and Intelligent Optimization*, edited by Roberto Battiti et al., Springer, 2019, pp. 225–40, https://doi.org/10.1007/978-3-030-05348-2_21.',
  ],
  [
    'a report',
    cancer,
    'National Cancer Institute. *Taking Time: Support for People with Cancer*. NIH Publication No. 18-2059, U.S. Department of Health and Human Services, National Institutes of Health, 2019, https://www.cancer.gov/publications/patient-education/takingtime.pdf.',
  ],
  [
    'a preprint',
    hampton,
    'Hampton, Sarah, et al. “Autism and Bilingualism: A Qualitative Interview Study of Parents’ Perspectives and Experiences.” *PsyArXiv*, 2017, https://doi.org/10.31234/osf.io/76xfs.',
  ],
  [
    'a data set',
    pew,
    'Pew Research Center. *American Trends Panel Wave 26*. 2018, https://www.pewsocialtrends.org/dataset/american-trends-panel-wave-26/.',
  ],
  [
    'a Chinese article',
    wang,
    '王利平, et al. “过冷大水滴环境粒径分布模拟方法研究进展.” *航空学报*, vol. 45, no. 8, Apr. 2024, p. 730570.',
  ],
])

prints('Chicago 17 author-date', (item) => formatChicago(item, true), [
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
])

prints('Chicago 17 notes and bibliography', (item) => formatChicago(item, false), [
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
])

prints('Vancouver', formatVancouver, [
  [
    'an article',
    halpern,
    'Halpern SD, Ubel PA, Caplan AL. Solid-organ transplantation in HIV-infected patients. N Engl J Med. 2002 Jul 25;347(4):284-7.',
  ],
  [
    'an article with DOI',
    { ...halpern, DOI: '10.1056/NEJMsb020632' },
    'Halpern SD, Ubel PA, Caplan AL. Solid-organ transplantation in HIV-infected patients. N Engl J Med. 2002 Jul 25;347(4):284-7. doi: 10.1056/NEJMsb020632.',
  ],
  [
    'more than six authors',
    rose,
    'Rose ME, Huerbin MB, Melick J, Marion DW, Palmer AM, Schiding JK, et al. Regulation of interstitial excitatory amino acid concentrations after cortical contusion injury. Brain Res. 2002;935(1-2):40-6.',
  ],
  [
    'a book',
    murray,
    'Murray PR, Rosenthal KS, Kobayashi GS, Pfaller MA. Medical microbiology. 4th ed. St. Louis: Mosby; 2002.',
  ],
  [
    'an edited book',
    gilstrap,
    'Gilstrap LC 3rd, Cunningham FG, VanDorsten JP, editors. Operative obstetrics. 2nd ed. New York: McGraw-Hill; 2002.',
  ],
  [
    'a chapter',
    meltzer,
    'Meltzer PS, Kallioniemi A, Trent JM. Chromosome alterations in human solid tumors. In: Vogelstein B, Kinzler KW, editors. The genetic basis of human cancer. New York: McGraw-Hill; 2002. p. 93-113.',
  ],
  [
    'a conference paper',
    christensen,
    "Christensen S, Oppacher F. An analysis of Koza's computational effort statistic for genetic programming. In: Foster JA, Lutton E, Miller J, Ryan C, Tettamanzi AG, editors. Genetic programming. EuroGP 2002: Proceedings of the 5th European Conference on Genetic Programming. Berlin: Springer; 2002. p. 182-91.",
  ],
  [
    'a thesis',
    borkowski,
    'Borkowski MM. Infant sleep and feeding: a telephone survey of Hispanic Americans [dissertation]. Mount Pleasant (MI): Central Michigan University; 2002.',
  ],
  [
    'a report',
    yen,
    'Yen GG. Health monitoring on vibration signatures: final report. Arlington (VA): Air Force Office of Scientific Research (US), Air Force Research Laboratory; 2002 Feb. Report No.: AFRLSRBLTR020123.',
  ],
  [
    'a newspaper article',
    tynan,
    'Tynan T. Medical improvements lower homicide rate: study sees drop in assault rate. The Washington Post. 2002 Aug 12;Sect. A:2.',
  ],
  [
    'a preprint',
    bar,
    'Bar DZ, Atkatsh K, Tavarez U, Erdos MR, Gruenbaum Y, Collins FS. Biotinylation by antibody recognition: a novel method for proximity labeling. bioRxiv 069187 [Preprint]. 2016 [cited 2017 Jan 12]. Available from: https://www.biorxiv.org/content/10.1101/069187v1',
  ],
  [
    'a web page',
    census,
    'U.S. Census Bureau. U.S. and world population clock [Internet]. U.S. Department of Commerce [cited 2020 Jan 9]. Available from: https://www.census.gov/popclock/',
  ],
  [
    'a data set',
    pew,
    'Pew Research Center. American trends panel Wave 26 [dataset]. 2018. Available from: https://www.pewsocialtrends.org/dataset/american-trends-panel-wave-26/',
  ],
  [
    'a Chinese article',
    wang,
    '王利平, 王福新, 刘洪. 过冷大水滴环境粒径分布模拟方法研究进展. 航空学报. 2024 Apr 25;45(8):730570.',
  ],
])

prints('IEEE', formatIeee, [
  [
    'an article with DOI and two authors',
    chiampi,
    'M. M. Chiampi and L. L. Zilberti, “Induction of electric field in human bodies moving near MRI: An efficient BEM computational procedure,” *IEEE Trans. Biomed. Eng.*, vol. 58, no. 10, pp. 2787–2793, Oct. 2011, doi: 10.1109/TBME.2011.2158315.',
  ],
  [
    'more than six authors',
    rose,
    'M. E. Rose et al., “Regulation of interstitial excitatory amino acid concentrations after cortical contusion injury,” *Brain Res*, vol. 935, no. 1-2, pp. 40–46, 2002.',
  ],
  ['a book', klaus, 'B. Klaus and P. Horn, *Robot Vision*. Cambridge, MA, USA: MIT Press, 1986.'],
  [
    'a chapter',
    stein,
    'L. Stein, “Random patterns,” in *Computers and You*, J. S. Brake, Ed. New York, NY, USA: Wiley, 1994, pp. 55–70.',
  ],
  [
    'a conference paper',
    veruggio,
    'G. Veruggio, “The EURON roboethics roadmap,” in *Proc. Humanoids ’06: 6th IEEE-RAS Int. Conf. Humanoid Robots*, 2006, pp. 612–617, doi: 10.1109/ICHR.2006.321337.',
  ],
  [
    'a thesis',
    kawasaki,
    'N. Kawasaki, “Parametric study of thermal and chemical nonequilibrium nozzle flow,” M.S. thesis, Dept. Electron. Eng., Osaka Univ., Osaka, Japan, 1993.',
  ],
  [
    'a report',
    reber,
    'E. E. Reber, R. L. Michell, and C. J. Carter, “Oxygen absorption in the earth’s atmosphere,” Aerospace Corp., Los Angeles, CA, USA, Tech. Rep. TR-0200 (4230-46)-3, Nov. 1988.',
  ],
  ['a standard', criteria, '*IEEE Criteria for Class IE Electric Systems*, IEEE Standard 308, 1969.'],
  [
    'a patent',
    wilkinson,
    'J. P. Wilkinson, “Nonlinear resonant circuit devices,” Patent US3624125, July 16, 1990.',
  ],
  [
    'an edited book',
    hygum,
    'E. Hygum and P. M. Pedersen, Eds., *Early childhood education: Values and practices in Denmark*. Hans Reitzels Forlag, 2010. [Online]. Available: https://earlychildhoodeducation.digi.hansreitzel.dk/',
  ],
  [
    'a web page',
    census,
    'U.S. Census Bureau, “U.S. and world population clock,” U.S. Department of Commerce. Accessed: Jan. 9, 2020. [Online]. Available: https://www.census.gov/popclock/',
  ],
  [
    'a preprint',
    { ...hampton, number: 'arXiv:1112.6136' },
    'S. Hampton, H. Rabagliati, A. Sorace, and S. Fletcher-Watson, “Autism and bilingualism: A qualitative interview study of parents’ perspectives and experiences,” 2017, *arXiv:1112.6136*, doi: 10.31234/osf.io/76xfs.',
  ],
  [
    'a data set',
    pew,
    'Pew Research Center, “American trends panel Wave 26,” 2018. [Online]. Available: https://www.pewsocialtrends.org/dataset/american-trends-panel-wave-26/',
  ],
  [
    'a Chinese article with an article number',
    wang,
    '王利平, 王福新, and 刘洪, “过冷大水滴环境粒径分布模拟方法研究进展,” *航空学报*, vol. 45, no. 8, Art. no. 730570, Apr. 2024.',
  ],
])
