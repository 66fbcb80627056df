import type { Citation } from '@scinav/contract'
import type { Context } from '../platform/context/context.ts'
import { breath } from '../platform/foundation/breath.ts'
import { type Evidence, type RetrievalRequest, unknownOf } from '../retrieval/index.ts'
import { type Extract, extract } from './extractive.ts'
import { amongPapers, type Found, findAnswer } from './find-answer.ts'

/** How an answer of quotes is to be made. */
interface Making {
  form: 'list' | 'table'
  /** The questions it is made of; fewer than two are one. */
  parts: string[]
  signal: AbortSignal
}

/** An answer of quotes with the evidence that it cites. */
export type Quoted = Extract & { cited: Evidence[] }

/** Quotes what was found, each part of a question under its own heading; null where nothing can be quoted. */
export async function quoted(
  ctx: Context,
  request: RetrievalRequest,
  found: Found,
  { form, parts, signal }: Making,
): Promise<Quoted | null> {
  // Choosing sentences is the longest of all steps: it has a turn of its own.
  await breath()
  const whole = made(found, form)
  if (parts.length < 2 || form === 'table') return whole
  let leading = papersOf(whole)
  const each: { part: string; made: Quoted }[] = []
  for (const part of parts) {
    const asked = { ...request, question: part, earlier: before(request, parts, part) }
    const answer = await ofPart(ctx, asked, leading, signal)
    if (answer) each.push({ part, made: answer })
    if (leading.length === 0) leading = papersOf(answer)
  }
  // Where the parts tell less than the whole, it stands as it is.
  const isMore = each.some(({ made: { answered } }) => answered)
  return isMore ? joined(each) : whole
}

/** So many papers that answer the whole, or its first part, are what the other parts are about. */
const MOST_LEADING = 2

const papersOf = (made: Quoted | null): string[] =>
  made?.answered
    ? [...new Set(made.citations.flatMap(({ paper_id }) => paper_id ?? []))].slice(0, MOST_LEADING)
    : []

/** What names the subject of a later part: the questions of the chat, and the parts before. */
const before = ({ earlier }: RetrievalRequest, parts: string[], part: string): string[] => [
  ...earlier,
  ...parts.slice(0, parts.indexOf(part)),
]

async function ofPart(
  ctx: Context,
  request: RetrievalRequest,
  leading: string[],
  signal: AbortSignal,
): Promise<Quoted | null> {
  if (leading.length === 0) return made(await findAnswer(ctx, request, [], signal), 'list')
  const found = await amongPapers(ctx, request, leading, signal)
  // What they do not say is said to be that, rather than told of something else.
  const near = { ...request, scope: { ...request.scope, paper_ids: leading } }
  return made(found ?? { ...(await findAnswer(ctx, near, [], signal)), direct: false }, 'list')
}

function made({ retrieval, wanted, evidence, direct }: Found, form: Making['form']): Quoted | null {
  const unknown = unknownOf(retrieval.concepts, retrieval.query)
  const extracted = extract(evidence, wanted, retrieval.question, { form, direct, unknown })
  if (!extracted) return null
  const cited = new Set(extracted.citations.map(({ passage_id }) => passage_id))
  return { ...extracted, cited: evidence.filter(({ passage }) => cited.has(passage.passage_id)) }
}

/** Parts one below the other; a source has one number in all of them. */
function joined(each: { part: string; made: Quoted }[]): Quoted {
  const numbers = new Map<string, number>()
  const citations: Citation[] = []
  let text = ''
  for (const { part, made } of each) {
    text += `${text === '' ? '' : '\n'}### ${part}\n\n`
    let at = 0
    for (const citation of made.citations.toSorted((a, b) => a.start - b.start)) {
      const n = numbers.get(citation.passage_id) ?? numbers.size + 1
      numbers.set(citation.passage_id, n)
      text += made.text.slice(at, citation.start)
      const start = text.length
      text += `[${n}]`
      citations.push({ ...citation, n, start, end: text.length })
      at = citation.end
    }
    text += made.text.slice(at)
  }
  return {
    text,
    citations,
    answered: each.some(({ made }) => made.answered),
    direct: each.some(({ made }) => made.direct),
    cited: each.flatMap(({ made }) => made.cited),
  }
}
