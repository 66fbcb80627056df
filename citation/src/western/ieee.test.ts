import { expect, test } from 'vitest'
import { markItalics, type StyleExample } from './example-facts.cases.ts'
import { wilkinson } from './examples-humanities.cases.ts'
import {
  chiampi,
  criteria,
  kawasaki,
  klaus,
  reber,
  rose,
  stein,
  veruggio,
} from './examples-sciences.cases.ts'
import { census, hampton, hygum, pew, wang } from './examples-social.cases.ts'
import { formatIeee } from './ieee.ts'

const examples: StyleExample[] = [
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
]

for (const [about, facts, printed] of examples) {
  test(`IEEE prints ${about}`, () => {
    const item = { ...facts, id: 'x' }
    expect(markItalics(formatIeee(item))).toBe(printed)
  })
}
