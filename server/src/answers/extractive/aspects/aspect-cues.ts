import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The aspects of a paper that an abstract may state, in the order in which they are shown. */
export const ASPECTS = ['problem', 'method', 'data', 'result', 'limitation'] as const
export type Aspect = (typeof ASPECTS)[number]

/** Languages with cue files. */
type CueLanguage = 'zh' | 'en'

const wordListShape = z.array(z.string().trim().min(1)).min(1)
const aspectRecord = <Shape extends z.ZodType>(shape: Shape) =>
  z.strictObject({ problem: shape, method: shape, data: shape, result: shape, limitation: shape })

/** The shape of `config/aspects/*.json`. */
const cueFileShape = z.strictObject({
  /** Labels of the parts of a structured abstract. */
  labels: aspectRecord(wordListShape),
  /** Words that indicate an aspect strongly or weakly, or rule it out; `*` is the rest of a word, `?` one letter. */
  cues: aspectRecord(z.strictObject({ strong: wordListShape, weak: wordListShape, not: wordListShape })),
  /** Words by which a question asks for an aspect. */
  asked: aspectRecord(wordListShape),
  /** Words that may accompany them in a question that asks for nothing else. */
  besides: wordListShape,
})

/** The compiled cues of one language. */
export interface Cues {
  labels: { label: string; aspect: Aspect }[]
  strong: Record<Aspect, RegExp>
  weak: Record<Aspect, RegExp>
  not: Record<Aspect, RegExp>
  asked: Record<Aspect, RegExp>
  besides: RegExp
}

const CUE_FOLDER = new URL('../../../../../config/aspects/', import.meta.url)

/** @throws Error when a file of `config/aspects/` does not have the expected shape. */
function readCues(script: CueLanguage): Cues {
  const name = `${script}.json`
  const parsed = cueFileShape.safeParse(JSON.parse(readFileSync(new URL(name, CUE_FOLDER), 'utf8')))
  if (!parsed.success) throw new Error(`config/aspects/${name}: ${z.prettifyError(parsed.error)}`)
  const { labels, cues, asked, besides } = parsed.data
  const each = (wordsOf: (aspect: Aspect) => string[]) =>
    // `ASPECTS` names every key.
    Object.fromEntries(ASPECTS.map((aspect) => [aspect, wordsPattern(wordsOf(aspect), script)])) as Record<
      Aspect,
      RegExp
    >
  return {
    labels: ASPECTS.flatMap((aspect) => labels[aspect].map((label) => ({ label, aspect }))).toSorted(
      (one, other) => other.label.length - one.label.length,
    ),
    strong: each((aspect) => cues[aspect].strong),
    weak: each((aspect) => cues[aspect].weak),
    not: each((aspect) => cues[aspect].not),
    asked: each((aspect) => asked[aspect]),
    besides: wordsPattern(besides, script),
  }
}

/** Compiles words to a pattern that prefers longer words; in English it matches whole words only. */
export function wordsPattern(list: string[], script: CueLanguage): RegExp {
  const patterns = list
    .toSorted((one, other) => other.length - one.length)
    .map((word) =>
      word
        .replace(/[\\^$.+()|{}[\]]/g, '\\$&')
        .replaceAll('?', '\\p{L}')
        .replaceAll('*', '\\p{L}{0,12}'),
    )
  const any = `(?:${patterns.join('|')})`
  return new RegExp(script === 'en' ? `(?<![\\p{L}\\p{N}])${any}(?![\\p{L}\\p{N}])` : any, 'giu')
}

/** The cues of both languages, read once at start. */
export const CUES: Record<CueLanguage, Cues> = { zh: readCues('zh'), en: readCues('en') }
