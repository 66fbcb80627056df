import type { ResearchSentence } from '../../answers/index.ts'

type SentenceAspects = ResearchSentence['aspects']

/** Matches the beginning of a sentence about the work of others; its verbs do not describe the source's own method. */
const OTHERS_WORK =
  /^(?:(?:however|although|while|but|yet|recently),? )?(?:(?:the |these )?(?:current|existing|previous|prior|earlier|traditional|conventional|recent|most|many|several)(?: \p{L}[\p{L}-]*){0,3} (?:methods?|approaches|stud(?:y|ies)|works?|research|models?|systems?|techniques|solutions|advances|advancements|efforts)\b)|^(?:然而，?|但是?，?|目前，?)?(?:现有|已有|以往|传统|此前|当前)的?[^，。]{0,10}(?:方法|研究|工作|模型|系统|技术)/iu
/** Matches the beginning of a sentence about the purpose of a work, which describes a method, not a problem. */
const PURPOSE_PHRASE =
  /^(?:the |our )?(?:aim|goal|purpose|objective|focus) of (?:this|the|our) (?:\p{L}+ )?(?:paper|article|work|study|report|thesis)\b|^(?:in )?this (?:paper|article|work|study)(?: aims?|,? we)\b|^(?:本文|本研究)(?:的目的|旨在)/iu
/** Number of characters of a sentence in which its beginning is recognized. */
const MAX_BEGINNING_CHARS = 200

/**
 * Returns the aspects of a sentence without those that its wording contradicts: a method of others is a problem, a
 * purpose is a method, and an announced discussion of limitations is no limitation.
 */
export function correctAspects(quote: string, aspects: SentenceAspects): SentenceAspects {
  const corrected = correctMethodAndProblem(quote.slice(0, MAX_BEGINNING_CHARS), aspects)
  if (!corrected.has('limitation') || statesLimitation(quote)) return corrected
  return new Set([...corrected].filter((aspect) => aspect !== 'limitation'))
}

function correctMethodAndProblem(beginning: string, aspects: SentenceAspects): SentenceAspects {
  if (aspects.has('method') && OTHERS_WORK.test(beginning)) return replaceAspect(aspects, 'method', 'problem')
  if (aspects.has('problem') && PURPOSE_PHRASE.test(beginning))
    return replaceAspect(aspects, 'problem', 'method')
  return aspects
}

const replaceAspect = (
  aspects: SentenceAspects,
  wrong: 'method' | 'problem',
  right: 'method' | 'problem',
): SentenceAspects => new Set([...aspects].map((aspect) => (aspect === wrong ? right : aspect)))

/** Matches verbs of announcing, after which a limitation is the object: "we discuss the limitations of …". */
const DISCUSSION_VERB =
  /(?<!\p{L})(?:discuss|suggest|outlin|identif|highlight|present|provid|analy[sz]|reveal|explor|summari[sz]|offer|propos|point|focus|cover|review|survey|address|for|inspire|facilitate|foster|encourage|guide|pave|motivate|benefit)\p{L}{0,5}|讨论|分析|总结|指出|提出|展望|介绍|探讨|为/giu
const LIMITATION_WORD =
  /limitations?|shortcomings?|weakness(?:es)?|drawbacks?|caveats?|future (?:research|work|studies|directions?)|open (?:problems|questions|issues)|局限|不足|未来|今后|下一步/iu
/** Matches an announcement in the passive: "limitations of the approach are discussed". */
const ANNOUNCED_LIMITATION =
  /(?:directions?|limitations?|shortcomings?|challenges) .{0,60}(?:are|is) (?:discussed|suggested|outlined|presented|identified)/iu
const RELEASE_PLAN = /(?<!\p{L})plan to (?:release|publish|make)/iu
/** Maximum distance between a verb of announcing and the limitation that it announces, in characters. */
const MAX_OBJECT_DISTANCE_CHARS = 90
const MAX_SENTENCE_CHARS = 500

/** Returns whether a sentence states a limitation, rather than announcing a discussion of limitations. */
function statesLimitation(quote: string): boolean {
  const text = quote.slice(0, MAX_SENTENCE_CHARS)
  if (RELEASE_PLAN.test(text) || ANNOUNCED_LIMITATION.test(text)) return false
  const isAnnouncedAfter = (end: number) =>
    LIMITATION_WORD.test(text.slice(end, end + MAX_OBJECT_DISTANCE_CHARS))
  return ![...text.matchAll(DISCUSSION_VERB)].some(({ index, 0: verb }) =>
    isAnnouncedAfter(index + verb.length),
  )
}
