import { expect, test } from 'vitest'
import { markItalics, type StyleExample } from './example-facts.cases.ts'
import { christensen, yen } from './examples-humanities.cases.ts'
import { bar, borkowski, gilstrap, halpern, meltzer, murray, rose, tynan } from './examples-sciences.cases.ts'
import { census, pew, wang } from './examples-social.cases.ts'
import { formatVancouver } from './vancouver.ts'

const examples: StyleExample[] = [
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
]

for (const [about, facts, printed] of examples) {
  test(`Vancouver prints ${about}`, () => {
    const item = { ...facts, id: 'x' }
    expect(markItalics(formatVancouver(item))).toBe(printed)
  })
}
