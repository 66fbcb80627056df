import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ABSTRACT_ASPECTS, aspectCues } from '../../../answers/index.ts'

/** Aspects of a full text, in the order in which they are shown. */
export const READING_ASPECTS = [...ABSTRACT_ASPECTS, 'conclusion', 'novelty'] as const
export type ReadingAspect = (typeof READING_ASPECTS)[number]

/** Chinese names of the aspects. */
export const ASPECT_NAMES: Record<ReadingAspect, string> = {
  problem: '研究问题',
  method: '方法',
  data: '数据',
  result: '结果',
  limitation: '局限',
  conclusion: '结论',
  novelty: '创新点',
}

const wordListShape = z.array(z.string().trim().min(1)).min(1)
const cueShape = z.strictObject({ strong: wordListShape, weak: wordListShape, not: wordListShape })
const languageShape = z.strictObject({
  /** Words in the headings of sections on an aspect; `other` marks sections on the work of others. */
  sections: z.strictObject({
    problem: wordListShape,
    method: wordListShape,
    data: wordListShape,
    result: wordListShape,
    limitation: wordListShape,
    conclusion: wordListShape,
    novelty: wordListShape,
    other: wordListShape,
  }),
  /** Headings after which nothing is read. */
  end: wordListShape,
  abstract: wordListShape,
  conclusion: cueShape,
  novelty: cueShape,
})

/** Schema of `config/aspects/full-text.json`. */
const cueFileShape = z.strictObject({ zh: languageShape, en: languageShape })

type SectionKind = ReadingAspect | 'other' | 'end' | 'abstract'
type CueLanguage = 'zh' | 'en'

interface AspectCue {
  strong: RegExp
  weak: RegExp
  not: RegExp
}

/** Compiled cues of one language. */
export interface FullTextCues {
  sections: { section: SectionKind; pattern: RegExp }[]
  cues: Record<ReadingAspect, AspectCue>
}

const CUE_FILE = new URL('../../../../../config/aspects/full-text.json', import.meta.url)

/**
 * Reads and compiles the words by which sentences and headings show an aspect.
 *
 * @throws Error when the file is invalid.
 */
function readCues(): Record<CueLanguage, FullTextCues> {
  const parsed = cueFileShape.safeParse(JSON.parse(readFileSync(CUE_FILE, 'utf8')))
  if (!parsed.success) throw new Error(`config/aspects/full-text.json: ${z.prettifyError(parsed.error)}`)
  return { zh: compileCues(parsed.data.zh, 'zh'), en: compileCues(parsed.data.en, 'en') }
}

/** Compiles the cues of one language: those of abstracts, and those of the file for headings and further aspects. */
function compileCues(given: z.output<typeof languageShape>, name: CueLanguage): FullTextCues {
  const cueOf = ({ strong, weak, not }: z.output<typeof cueShape>): AspectCue => ({
    strong: wordPattern(strong, name),
    weak: wordPattern(weak, name),
    not: wordPattern(not, name),
  })
  const known = aspectCues[name]
  const ofAbstracts = ABSTRACT_ASPECTS.map((aspect): [ReadingAspect, AspectCue] => [
    aspect,
    { strong: known.strong[aspect], weak: known.weak[aspect], not: known.not[aspect] },
  ])
  const ofFullTexts: [ReadingAspect, AspectCue][] = [
    ['conclusion', cueOf(given.conclusion)],
    ['novelty', cueOf(given.novelty)],
  ]
  const sections: [SectionKind, string[]][] = [
    ['end', given.end],
    ['abstract', given.abstract],
    ['other', given.sections.other],
    // Rare words in headings are more specific than common ones, so they come first.
    ['limitation', given.sections.limitation],
    ['conclusion', given.sections.conclusion],
    ['novelty', given.sections.novelty],
    ['data', given.sections.data],
    ['result', given.sections.result],
    ['method', given.sections.method],
    ['problem', given.sections.problem],
  ]
  return {
    sections: sections.map(([section, list]) => ({ section, pattern: wordPattern(list, name) })),
    // The two lists together contain every aspect.
    cues: Object.fromEntries([...ofAbstracts, ...ofFullTexts]) as Record<ReadingAspect, AspectCue>,
  }
}

/** The cues of both languages, compiled once at start. */
export const FULL_TEXT_CUES = readCues()

/**
 * Compiles words to a pattern that prefers longer words; in English it matches whole words only. In a word `*` is the
 * rest of it and `?` one letter.
 */
function wordPattern(list: string[], language: CueLanguage): RegExp {
  const patterns = list
    .toSorted((one, other) => other.length - one.length)
    .map((word) =>
      word
        .replace(/[\\^$.+()|{}[\]]/g, '\\$&')
        .replaceAll('?', '\\p{L}')
        .replaceAll('*', '\\p{L}{0,12}'),
    )
  const any = `(?:${patterns.join('|')})`
  return new RegExp(language === 'en' ? `(?<![\\p{L}\\p{N}])${any}(?![\\p{L}\\p{N}])` : any, 'giu')
}
