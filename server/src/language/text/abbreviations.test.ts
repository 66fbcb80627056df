import { expect, test } from 'vitest'
import { expandAbbreviations, findAbbreviations } from './abbreviations.ts'

test('an abbreviation stands for the words before it whose letters it has', () => {
  const known = findAbbreviations(
    'It is funded by the Groundwater Modelling Decision Support Initiative (GMDSI). Runs of Markov chains of Monte Carlo (MCMC) differ. See the appendix (A1). A tree (Oak) grows.',
  )
  expect(Object.fromEntries(known)).toEqual({
    GMDSI: 'Groundwater Modelling Decision Support Initiative',
    MCMC: 'Markov chains of Monte Carlo',
    A1: 'appendix',
  })
  expect(expandAbbreviations('GMDSI is known.', known)).toEqual([
    'GMDSI is known.',
    'Groundwater Modelling Decision Support Initiative',
  ])
})
