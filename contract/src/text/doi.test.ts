import { expect, test } from 'vitest'
import { normalizeDoi } from './doi.ts'

/** Returns a function that draws whole numbers below a bound, the same ones for the same seed. */
function createDraw(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Draw = ReturnType<typeof createDraw>

const digits = (draw: Draw, count: number) => Array.from({ length: count }, () => draw(10)).join('')

/** Draws a DOI as publishers form them: numbers, journal codes, brackets, years, SICI. */
function drawDoi(draw: Draw): string {
  const registrant = `10.${1_000 + draw(9_000)}`
  const suffixes = [
    () => `s${digits(draw, 5)}-${digits(draw, 3)}-${digits(draw, 5)}-${draw(10)}`,
    () => `j.abc.${2000 + draw(26)}.${digits(draw, 6)}`,
    () => `${2000 + draw(26)}/${digits(draw, 7)}`,
    () => `s${digits(draw, 4)}-${digits(draw, 4)}(${digits(draw, 2)})${digits(draw, 5)}-${draw(10)}`,
    () => `978-3-030-${digits(draw, 5)}-${draw(10)}_${1 + draw(60)}`,
    () =>
      `(sici)${digits(draw, 4)}-${digits(draw, 4)}(${1990 + draw(9)}${digits(draw, 2)})${draw(90)}:${draw(9)}<${digits(draw, 3)}::aid-abc${draw(9)}>3.0.co;2-x`,
  ]
  return `${registrant}/${suffixes[draw(suffixes.length)]?.()}`
}

const encode = (doi: string) => doi.split('/').map(encodeURIComponent).join('/')
const afterSlash = (doi: string, sign: string) => doi.replace('/', `/${sign}`)

const spellings: Record<string, (doi: string) => string> = {
  capitals: (doi) => doi.toUpperCase(),
  label: (doi) => `DOI: ${doi}`,
  'no-break space': (doi) => `doi:\u00a0${doi}`,
  resolver: (doi) => `https://doi.org/${encode(doi)}`,
  'old resolver': (doi) => `http://dx.doi.org/${encodeURIComponent(doi)}`,
  'resolver without scheme': (doi) => `www.doi.org/${doi}/`,
  'encoded twice': (doi) => `https://doi.org/${encodeURIComponent(encode(doi))}`,
  'query behind': (doi) => `https://doi.org/${encode(doi)}?utm_source=feed&x=1`,
  'query behind plain text': (doi) => `${doi}?utm_source=feed`,
  'fragment of a sharing tool': (doi) => `${doi}#.Ab3dE_fg-12`,
  'page of a publisher': (doi) => `https://pub.example.org/doi/full/${encode(doi)}`,
  'file of a publisher': (doi) => `https://pub.example.org/content/${encode(doi)}.full.pdf#page=3`,
  'parameter of a page': (doi) => `https://pub.example.org/article?id=${encode(doi)}&type=printable`,
  'session of a page': (doi) => `https://pub.example.org/doi/${encode(doi)}/abstract;jsessionid=1A2B`,
  'angle brackets': (doi) => `<https://doi.org/${encode(doi)}>`,
  'brackets in Chinese text': (doi) => `（${doi}），见下文`,
  'full stop': (doi) => `${doi}.`,
  'end of a sentence in quotes': (doi) => `“${doi}.”`,
  'character references': (doi) => doi.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  'typographic hyphens': (doi) => doi.replaceAll('-', '\u2010'),
  'sign without width': (doi) => afterSlash(doi, '\u200b'),
  'line broken after the slash': (doi) => afterSlash(doi, '\n'),
  'escapes of LaTeX': (doi) => doi.replaceAll('_', '\\_'),
  'name of an identifier': (doi) => `info:doi/${doi}`,
}

test.each(Object.entries(spellings))('a DOI is read from its spelling: %s', (_name, spell) => {
  const draw = createDraw(7)
  const dois = Array.from({ length: 200 }, () => drawDoi(draw))
  expect(dois.map((doi) => normalizeDoi(spell(doi)))).toEqual(dois)
})

test.each([
  ['https://biorxiv.org/content/10.1101/2020.01.02.123456v3.full-text', '10.1101/2020.01.02.123456'],
  ['10.1000/456#789', '10.1000/456#789'],
  ['10.1000/abc12+', '10.1000/abc12+'],
  ['10.1000/ is a prefix', null],
  ['110.1000/abc', null],
  ['https://doi.org/', null],
])('the DOI in %j is %j', (text, doi) => {
  expect(normalizeDoi(text)).toBe(doi)
})

test('text full of what could begin an address is read in one pass', () => {
  expect(normalizeDoi(`${'https://10.1000?'.repeat(50_000)}10.1000/a`)).toBe('10.1000/a')
})
