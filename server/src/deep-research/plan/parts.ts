import type { Language } from '../../answers/index.ts'
import { bareEnd } from '../research/bare-end.ts'
import { besideSubject } from './templates.ts'

/** Stands for what was named before it; not what only fills its place: "is it true that", 其他. */
const POINTS_BACK =
  /\b(?:it|its|they|them|their|theirs|these|those|such)\b(?!\s+(?:as|true|possible|necessary|known|likely|better)\b)|它们?|其(?![他它余实中次])|这[些种类个一样]|上述|此类|(?<!应)该(?![怎如])/iu
/** What is asked of a thing, and is none. */
const ASKED_OF_IT =
  /^(?:难点|困难|难处|挑战|瓶颈|解决办法|解决方法|解决方案|办法|对策|机制|作用机制|机理|原理|成因|原因|后果|局限|不足|优点|缺点|优缺点|优势|劣势|前景|趋势|应用|特点|条件|代价|程度|证据|衡量|评价|缓解|避免|应对|应对办法)$/u

/** Begins another question behind a comma of a Chinese one: 「…有哪些，又该怎样避免？」. */
const JOINT =
  /[，,](?=(?:那么|又|还|并且?|而且?|以及)?(?:它们?的?|其)?(?:应?该|可以|能够)?(?:[^，。？?]{0,6})?(?:有哪些|有什么|怎样|怎么|如何|为什么|为何|能否|是否|是什么))/gu
const ASKS = /什么|哪|怎|如何|为何|是否|能否|多少|几/u

/** The questions that one sentence of Chinese asks, each with its own mark. */
export const apart = (text: string): string =>
  text.replace(JOINT, (comma, at: number) => (ASKS.test(text.slice(0, at)) ? '？' : comma))

/** Whether a part of a question asks on about what the part before it names, and says by itself too little to be looked up. */
export function asksOn(part: string, own: string, language: Language): boolean {
  const beside = besideSubject(language)
  const words = own.split(' ').filter((word) => !beside.has(word.toLowerCase()) && !ASKED_OF_IT.test(word))
  return words.length === 0 || POINTS_BACK.test(part) || (language === 'en' && words.length === 1)
}

/** A subject without what the part that names it asks of it: the next one asks something else. */
export function aloneOf(subject: string): string {
  const words = subject.split(' ').filter((word) => !ASKED_OF_IT.test(word))
  return words.length > 0 ? words.join(' ') : subject
}

/** A part of a question as a heading. */
export function headingOf(part: string): string {
  const bare = bareEnd(part).replace(/^(?:又|还|并且?|而且?|以及|那么?)(?=[该应怎如何有能是什哪为])/u, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}
