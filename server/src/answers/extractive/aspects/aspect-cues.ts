import { anyOf, type PhraseLanguage, phrases } from '../../../language/phrases.ts'
import { ASPECTS, type Aspect } from './aspect-model.ts'

/**
 * The compiled words of one language for aspects. All patterns are global: use them with `matchAll`, `replace` or
 * `search`, since `test` and `exec` go on behind the last match.
 */
export interface Cues {
  /** Labels of the parts of a structured abstract, the longest first, so that a label wins over its own beginning. */
  labels: { label: string; aspect: Aspect }[]
  /** Words by which a question asks for an aspect. */
  asked: Record<Aspect, RegExp>
  /** Words that may stand beside the words of `asked` in a question that asks for nothing else. */
  besides: RegExp
}

/** @throws Error when the language lacks one of the lists. */
function compileCues(language: PhraseLanguage): Cues {
  const asked = (aspect: Aspect) => cuePattern(language, `aspects/${aspect}-asked`)
  return {
    labels: ASPECTS.flatMap((aspect) =>
      phrases(language, `aspects/${aspect}-labels`).map((label) => ({ label, aspect })),
    ).toSorted((one, other) => other.label.length - one.label.length),
    asked: {
      problem: asked('problem'),
      method: asked('method'),
      data: asked('data'),
      result: asked('result'),
      limitation: asked('limitation'),
    },
    besides: cuePattern(language, 'aspects/besides'),
  }
}

/**
 * The compiled words of one language for aspects. All patterns are global: use them with `matchAll`, `replace` or
 * `search`, since `test` and `exec` go on behind the last match.
 */
function cuePattern(language: PhraseLanguage, name: string): RegExp {
  // `anyOf` adds no bounds; English phrases get theirs here: neither letter nor digit on either side.
  const any = anyOf(name, { bounds: 'any', language })
  return new RegExp(language === 'en' ? `(?<![\\p{L}\\p{N}])${any}(?![\\p{L}\\p{N}])` : any, 'giu')
}

/** The words of both languages, compiled once at start. */
export const CUES: Record<PhraseLanguage, Cues> = { zh: compileCues('zh'), en: compileCues('en') }
