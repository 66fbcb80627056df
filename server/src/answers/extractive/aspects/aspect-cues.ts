import { anyOf, type PhraseLanguage, phrases } from '../../../language/phrases.ts'

/** The aspects of a paper that an abstract may state, in the order in which they are shown. */
export const ASPECTS = ['problem', 'method', 'data', 'result', 'limitation'] as const
export type Aspect = (typeof ASPECTS)[number]

/** The compiled cues of one language; all patterns are global. */
export interface Cues {
  /** Labels of the parts of a structured abstract, the longest first. */
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

const eachAspect = (patternOf: (aspect: Aspect) => RegExp): Record<Aspect, RegExp> => ({
  problem: patternOf('problem'),
  method: patternOf('method'),
  data: patternOf('data'),
  result: patternOf('result'),
  limitation: patternOf('limitation'),
})

/** Returns a global pattern of a list; an English phrase is bounded by what is neither letter nor digit. */
function cuePattern(language: PhraseLanguage, name: string): RegExp {
  const any = anyOf(name, { bounds: 'any', language })
  return new RegExp(language === 'en' ? `(?<![\\p{L}\\p{N}])${any}(?![\\p{L}\\p{N}])` : any, 'giu')
}

/** The cues of both languages, compiled once at start. */
export const CUES: Record<PhraseLanguage, Cues> = { zh: compileCues('zh'), en: compileCues('en') }
