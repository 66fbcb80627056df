import { anyOf, type PhraseLanguage, phrases } from '../../../language/phrases.ts'

/** The aspects of a paper that an abstract may state, in the order in which they are shown. */
export const ASPECTS = ['problem', 'method', 'data', 'result', 'limitation'] as const
export type Aspect = (typeof ASPECTS)[number]

/**
 * The compiled cues of one language. All patterns are global: use them with `matchAll`, `replace` or `search`, since
 * `test` and `exec` go on behind the last match.
 */
export interface Cues {
  /** Labels of the parts of a structured abstract, the longest first, so that a label wins over its own beginning. */
  labels: { label: string; aspect: Aspect }[]
  /** Words that indicate an aspect strongly. */
  strong: Record<Aspect, RegExp>
  /** Words that indicate an aspect weakly. */
  weak: Record<Aspect, RegExp>
  /** Words that speak against an aspect. */
  not: Record<Aspect, RegExp>
  /** Words by which a question asks for an aspect. */
  asked: Record<Aspect, RegExp>
  /** Words that may stand beside the words of `asked` in a question that asks for nothing else. */
  besides: RegExp
}

/** @throws Error when the language lacks one of the lists. */
function compileCues(language: PhraseLanguage): Cues {
  return {
    labels: ASPECTS.flatMap((aspect) =>
      phrases(language, `aspects/${aspect}-labels`).map((label) => ({ label, aspect })),
    ).toSorted((one, other) => other.label.length - one.label.length),
    strong: eachAspect((aspect) => cuePattern(language, `aspects/${aspect}-strong`)),
    weak: eachAspect((aspect) => cuePattern(language, `aspects/${aspect}-weak`)),
    not: eachAspect((aspect) => cuePattern(language, `aspects/${aspect}-not`)),
    asked: eachAspect((aspect) => cuePattern(language, `aspects/${aspect}-asked`)),
    besides: cuePattern(language, 'aspects/besides'),
  }
}

/** Calls a function for each aspect and returns its results by aspect. */
const eachAspect = (patternOf: (aspect: Aspect) => RegExp): Record<Aspect, RegExp> => ({
  problem: patternOf('problem'),
  method: patternOf('method'),
  data: patternOf('data'),
  result: patternOf('result'),
  limitation: patternOf('limitation'),
})

/** Returns a global pattern of a list, which matches regardless of case. */
function cuePattern(language: PhraseLanguage, name: string): RegExp {
  // `anyOf` adds no bounds; English phrases get theirs here: neither letter nor digit on either side.
  const any = anyOf(name, { bounds: 'any', language })
  return new RegExp(language === 'en' ? `(?<![\\p{L}\\p{N}])${any}(?![\\p{L}\\p{N}])` : any, 'giu')
}

/** The cues of both languages, compiled once at start. */
export const CUES: Record<PhraseLanguage, Cues> = { zh: compileCues('zh'), en: compileCues('en') }
