import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ABSTRACT_ASPECTS } from '../../../answers/index.ts'

/** Aspects of a full text, in the order in which they are shown. */
export const READING_ASPECTS = [...ABSTRACT_ASPECTS, 'conclusion', 'novelty'] as const
export type ReadingAspect = (typeof READING_ASPECTS)[number]
export type FullTextAspect = 'conclusion' | 'novelty'

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
  /** Words in the headings of sections on an aspect; `related` marks sections on the work of others. */
  sections: z.strictObject({
    problem: wordListShape,
    method: wordListShape,
    data: wordListShape,
    result: wordListShape,
    limitation: wordListShape,
    conclusion: wordListShape,
    novelty: wordListShape,
    related: wordListShape,
  }),
  /** Headings after which nothing is read. */
  end: wordListShape,
  abstract: wordListShape,
  conclusion: cueShape,
  novelty: cueShape,
})

/** Schema of `config/aspects/full-text.json`. */
const cueFileShape = z.strictObject({ zh: languageShape, en: languageShape })

type SectionKind = ReadingAspect | 'related' | 'end' | 'abstract'
type CueLanguage = 'zh' | 'en'

/** The words by which a sentence shows an aspect: surely, perhaps, or rather not. All patterns are global. */
interface AspectCue {
  strong: RegExp
  weak: RegExp
  not: RegExp
}

/** Compiled cues of one language. */
export interface FullTextCues {
  /** The first section whose pattern occurs in a heading is the heading's. */
  sections: { section: SectionKind; pattern: RegExp }[]
  /** The cues of the aspects that abstracts do not state; a trained model recognizes the others. */
  cues: Record<FullTextAspect, AspectCue>
}

/** Maximum number of letters for which a `*` in a word stands. */
const MAX_WILDCARD_LETTERS = 12

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

/** Compiles the cues of one language for headings and further aspects. */
function compileCues(config: z.output<typeof languageShape>, language: CueLanguage): FullTextCues {
  const cueOf = ({ strong, weak, not }: z.output<typeof cueShape>): AspectCue => ({
    strong: wordPattern(strong, language),
    weak: wordPattern(weak, language),
    not: wordPattern(not, language),
  })
  const sections: [SectionKind, string[]][] = [
    ['end', config.end],
    ['abstract', config.abstract],
    ['related', config.sections.related],
    // Rare words in headings are more specific than common ones, so they come first.
    ['limitation', config.sections.limitation],
    ['conclusion', config.sections.conclusion],
    ['novelty', config.sections.novelty],
    ['data', config.sections.data],
    ['result', config.sections.result],
    ['method', config.sections.method],
    ['problem', config.sections.problem],
  ]
  return {
    sections: sections.map(([section, list]) => ({ section, pattern: wordPattern(list, language) })),
    cues: { conclusion: cueOf(config.conclusion), novelty: cueOf(config.novelty) },
  }
}

/** The cues of both languages, compiled once at start. */
export const FULL_TEXT_CUES = readCues()

/**
 * Compiles words to a pattern that prefers longer words; in English it matches whole words only. In a word `?` stands
 * for one letter and `*` for the rest of it: `analy?e*` matches "analyse" and "analyzed".
 */
function wordPattern(list: string[], language: CueLanguage): RegExp {
  const patterns = list
    .toSorted((one, other) => other.length - one.length)
    .map((word) =>
      word
        .replace(/[\\^$.+()|{}[\]]/g, '\\$&')
        .replaceAll('?', '\\p{L}')
        .replaceAll('*', `\\p{L}{0,${MAX_WILDCARD_LETTERS}}`),
    )
  const any = `(?:${patterns.join('|')})`
  return new RegExp(language === 'en' ? `(?<![\\p{L}\\p{N}])${any}(?![\\p{L}\\p{N}])` : any, 'giu')
}
