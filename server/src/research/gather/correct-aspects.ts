import type { ResearchSentence } from '../../answers/index.ts'

type SentenceAspects = ResearchSentence['aspects']

/** Matches the beginning of a sentence about the work of others; its verbs do not describe the source's own method. */
const OTHERS_WORK =
  /^(?:(?:however|although|while|but|yet|recently),? )?(?:(?:the |these )?(?:current|existing|previous|prior|earlier|traditional|conventional|recent|most|many|several)(?: \p{L}[\p{L}-]*){0,3} (?:methods?|approaches|stud(?:y|ies)|works?|research|models?|systems?|techniques|solutions|advances|advancements|efforts)\b)|^(?:然而，?|但是?，?|目前，?)?(?:现有|已有|以往|传统|此前|当前)的?[^，。]{0,10}(?:方法|研究|工作|模型|系统|技术)/iu
/** Matches the beginning of a sentence about the purpose of a work, which describes a method, not a problem. */
const PURPOSE_PHRASE =
  /^(?:the |our )?(?:aim|goal|purpose|objective|focus) of (?:this|the|our) (?:\p{L}+ )?(?:paper|article|work|study|report|thesis)\b|^(?:in )?this (?:paper|article|work|study)(?: aims?|,? we)\b|^(?:本文|本研究)(?:的目的|旨在)/iu
const MAX_READ_CHARS = 200

/** Returns the aspects of a sentence, corrected when its beginning contradicts its verbs. */
export function correctAspects(quote: string, aspects: SentenceAspects): SentenceAspects {
  const text = quote.slice(0, MAX_READ_CHARS)
  if (aspects.has('method') && OTHERS_WORK.test(text)) return replaceAspect(aspects, 'method', 'problem')
  if (aspects.has('problem') && PURPOSE_PHRASE.test(text)) return replaceAspect(aspects, 'problem', 'method')
  return aspects
}

const replaceAspect = (
  aspects: SentenceAspects,
  one: 'method' | 'problem',
  other: 'method' | 'problem',
): SentenceAspects => new Set([...aspects].map((aspect) => (aspect === one ? other : aspect)))
