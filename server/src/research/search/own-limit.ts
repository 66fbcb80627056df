const TALKS =
  /(?<!\p{L})(?:discuss|suggest|outlin|identif|highlight|present|provid|analy[sz]|reveal|explor|summari[sz]|offer|propos|point|focus|cover|review|survey|address|for|inspire|facilitate|foster|encourage|guide|pave|motivate|benefit)\p{L}{0,5}|讨论|分析|总结|指出|提出|展望|介绍|探讨|为/giu
/** What is announced is none that is stated. */
const OF_LIMITS =
  /limitations?|shortcomings?|weakness(?:es)?|drawbacks?|caveats?|future (?:research|work|studies|directions?)|open (?:problems|questions|issues)|局限|不足|未来|今后|下一步/iu
const ANNOUNCED =
  /(?:directions?|limitations?|shortcomings?|challenges) .{0,60}(?:are|is) (?:discussed|suggested|outlined|presented|identified)/iu
const RELEASES = /(?<!\p{L})plan to (?:release|publish|make)/iu
const NEAR = 90
const LONGEST_READ = 500

/** Whether a sentence that speaks of limits states one, and does not only announce that they are spoken of. */
export function statesLimit(quote: string): boolean {
  const text = quote.slice(0, LONGEST_READ)
  if (RELEASES.test(text) || ANNOUNCED.test(text)) return false
  const announces = (at: number) => OF_LIMITS.test(text.slice(at, at + NEAR))
  return ![...text.matchAll(TALKS)].some(({ index, 0: word }) => announces(index + word.length))
}
