const DISCUSSION_VERB =
  /(?<!\p{L})(?:discuss|suggest|outlin|identif|highlight|present|provid|analy[sz]|reveal|explor|summari[sz]|offer|propos|point|focus|cover|review|survey|address|for|inspire|facilitate|foster|encourage|guide|pave|motivate|benefit)\p{L}{0,5}|讨论|分析|总结|指出|提出|展望|介绍|探讨|为/giu
/** Patterns for sentences that announce limitations instead of stating them. */
const LIMITATION_WORD =
  /limitations?|shortcomings?|weakness(?:es)?|drawbacks?|caveats?|future (?:research|work|studies|directions?)|open (?:problems|questions|issues)|局限|不足|未来|今后|下一步/iu
const ANNOUNCED_LIMITATION =
  /(?:directions?|limitations?|shortcomings?|challenges) .{0,60}(?:are|is) (?:discussed|suggested|outlined|presented|identified)/iu
const RELEASE_PLAN = /(?<!\p{L})plan to (?:release|publish|make)/iu
const MAX_DISTANCE_CHARS = 90
const MAX_READ_CHARS = 500

/** Returns whether a sentence states a limitation, rather than announcing a discussion of limitations. */
export function statesLimitation(quote: string): boolean {
  const text = quote.slice(0, MAX_READ_CHARS)
  if (RELEASE_PLAN.test(text) || ANNOUNCED_LIMITATION.test(text)) return false
  const announces = (at: number) => LIMITATION_WORD.test(text.slice(at, at + MAX_DISTANCE_CHARS))
  return ![...text.matchAll(DISCUSSION_VERB)].some(({ index, 0: word }) => announces(index + word.length))
}
