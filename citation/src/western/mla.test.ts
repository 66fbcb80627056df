import { expect, test } from 'vitest'
import { markItalics, type StyleExample } from './example-facts.cases.ts'
import {
  baron,
  burdick,
  copeland,
  dorris,
  foucault,
  holland,
  hollmichel,
  manjoo,
  njus,
} from './examples-humanities.cases.ts'
import { bedenel, cancer, census, hampton, pew, wang } from './examples-social.cases.ts'
import { formatMla } from './mla.ts'

const examples: StyleExample[] = [
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
]

for (const [about, facts, printed] of examples) {
  test(`MLA 9 prints ${about}`, () => {
    const item = { ...facts, id: 'x' }
    expect(markItalics(formatMla(item))).toBe(printed)
  })
}
