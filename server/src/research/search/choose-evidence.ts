import { RESEARCH_LIMITS, type ResearchEvidence, type ResearchState } from '@scinav/contract'
import { yearOf } from '@scinav/search'
import { overlap, type ToldSentence, toldSentences } from '../../answers/index.ts'
import { breath } from '../../platform/foundation/breath.ts'
import { placeOf, sourceFields } from '../../retrieval/index.ts'
import { fits, focusOf, wantedType } from '../plan/focus.ts'
import type { Focus } from '../plan/templates.ts'
import type { FoundBy, Step } from './found.ts'
import { ownAspects } from './own-aspect.ts'
import { statesLimit } from './own-limit.ts'
import { bareWords, sameBare } from './same-words.ts'

export interface Choosing {
  state: ResearchState
  step: Step
  passages: FoundBy[]
  /** The year that parts earlier from later work. */
  pivot: number
}

/** A sentence that may be evidence, and what it was found by. */
export type Candidate = ToldSentence & { query: string; fit: boolean; bare: string }

const NOVELTY = 0.5
/** What is worth less than this share of the best is left out. */
const LEAST_SHARE = 0.4
const MOST_LIMITS = 2
const LEAST_OF_BOTH = 0.75
const FEW = 4
/** Where the code is, and that it is there. */
const TELLS_NOTHING =
  /https?:|github|\b(?:code|data|datasets?|models?|resources?) (?:is|are|will be) (?:made )?(?:publicly |freely |openly )?(?:available|released)|\bwe (?:will )?(?:publicly )?release\b|代码(?:已|可|见|公开)/iu
/** What was sent to which contest, and what a talk will be about. */
const ANNOUNCES =
  /\b(?:submissions?|participat(?:e|ed|es|ion)|shared task|tutorial|workshop|funded by|brief summary|this (?:demo|project|report))\b|\bsystems?\b.{0,60}\b(?:campaign|SemEval|IWSLT|WMT)|评测任务|系统报告|讲习班/iu
/** A sentence that points at one before it says little by itself. */
const POINTS_BACK = 0.25
const BACKWARDS =
  /^(?:however|moreover|additionally|furthermore|in addition|specifically|to (?:this end|(?:address|mitigate|overcome|tackle|solve|alleviate) (?:this|these|it)\b)|it |its |they |their |these |this |those |such |thus|therefore|hence|besides|also|then|finally|second)|^(?:此外|另外|同时|其中|因此|因而|由此|为此|该|其|它|这|但|然而|并)/iu
/** A sentence about the subject says so much of it itself, or its paper's title does. */
const LEAST_TEXT = 0.2
/** A record of so few sentences says nothing but what its title and keywords say that it is about. */
const BRIEF = 2
/** One that compares two things names them. */
const LEAST_COMPARED = 0.5

/** The sentences of what a step found that its section may quote: few of each source, none that stands elsewhere. */
export async function chooseEvidence(choosing: Choosing): Promise<ResearchEvidence[]> {
  const { step } = choosing
  const candidates = await newCandidates(choosing)
  // What sources state as their limits has a part of the report of its own, whatever the step is after.
  const isLimit = ({ aspects }: Candidate) => focusOf(step) !== 'limitation' && aspects.has('limitation')
  const limits = await picked(candidates.filter(isLimit), MOST_LIMITS)
  const rest = candidates.filter((each) => !isLimit(each))
  const fitting = await picked(
    rest.filter(({ fit }) => fit),
    RESEARCH_LIMITS.evidence_a_step - limits.length,
  )
  // Where few say what the step is after, what is only about the subject stands beside them.
  const beside = await picked(
    rest.filter(({ fit }) => !fit),
    Math.max(0, FEW - fitting.length),
  )
  const chosen = [...fitting, ...beside, ...limits]
  return inReadingOrder(withinSources(chosen)).map((each, at) => evidenceFrom(each, step, at))
}

/** Every sentence that a step may quote, without those that stand elsewhere. */
export async function newCandidates(choosing: Choosing): Promise<Candidate[]> {
  const { state, step } = choosing
  const elsewhere = state.evidence.flatMap(({ step_id, quote }) =>
    step_id === step.step_id ? [] : [bareWords(quote)],
  )
  return (await candidatesFor(choosing)).filter(
    ({ bare }) => !elsewhere.some((other) => sameBare(other, bare)),
  )
}

/** Few quotes of each source, however they were chosen, and none twice. */
export function withinSources<Each extends Candidate>(chosen: Each[]): Each[] {
  const counts = new Map<string, number>()
  return chosen.filter(({ evidence: { source_id }, bare }, at) => {
    if (chosen.slice(0, at).some((other) => sameBare(other.bare, bare))) return false
    const count = (counts.get(source_id) ?? 0) + 1
    counts.set(source_id, count)
    return count <= RESEARCH_LIMITS.quotes_a_source
  })
}

/** The quotes of each source in the order in which they stand there, at the places that they have among all. */
function inReadingOrder<Each extends Candidate>(chosen: Each[]): Each[] {
  const placeIn = ({ evidence: { passage }, quote }: Candidate) => passage.text.indexOf(quote)
  const bySource = Map.groupBy(chosen, ({ evidence }) => evidence.source_id)
  const next = new Map(
    [...bySource].map(([source_id, own]) => [source_id, own.toSorted((a, b) => placeIn(a) - placeIn(b))]),
  )
  return chosen.flatMap(({ evidence }) => next.get(evidence.source_id)?.shift() ?? [])
}

/** The best of what there is, each for what those before it have not said. */
async function picked(candidates: Candidate[], limit: number): Promise<Candidate[]> {
  const most = Math.max(0, ...candidates.map(({ score }) => score))
  const left = [...candidates]
  const chosen: Candidate[] = []
  while (chosen.length < limit) {
    const next = bestOf(left, chosen)
    if (!next || next.score < most * LEAST_SHARE) break
    chosen.push(next)
    left.splice(left.indexOf(next), 1)
    await breath()
  }
  return chosen
}

async function candidatesFor({ state, step, passages, pivot }: Choosing): Promise<Candidate[]> {
  const focus = focusOf(step)
  const others = state.steps
    .filter(({ step_id }) => step_id !== step.step_id)
    .map(focusOf)
    .filter((other) => other !== 'any')
  const made: Candidate[] = []
  for (const passage of passages) {
    const about = { year: yearOf(passage.evidence.work.publish_date), pivot }
    for (const each of tellingOf(passage, focus)) {
      const fit = fits(focus, each, about)
      // What another step is after is left to it.
      if (fit || !others.some((other) => fits(other, each, about)))
        made.push({
          ...each,
          query: passage.query,
          fit,
          bare: bareWords(each.quote),
          score: each.score - backwards(each.quote) - (passage.wider ? WIDER : 0),
        })
    }
    await breath()
  }
  return made
}

/** The sentences of a passage that say enough of the subject for what a step is after. */
function tellingOf({ evidence, concepts }: FoundBy, focus: Focus): ToldSentence[] {
  // Who compares two things says both.
  if (focus === 'comparison' && evidence.coverage < LEAST_OF_BOTH) return []
  const least = focus === 'comparison' ? LEAST_COMPARED : LEAST_TEXT
  const wanted = { type: wantedType(focus), concepts, figure: null, ordered: false }
  const all = toldSentences([evidence], wanted)
  const isVouched = evidence.title_fit >= least || (focus !== 'comparison' && all.length <= BRIEF)
  const told = all.filter(({ said, quote }) => (isVouched || said >= least) && !TELLS_NOTHING.test(quote))
  return told.map((each) => {
    const own = { ...each, aspects: ownAspects(each.quote, each.aspects) }
    return own.aspects.has('limitation') && !statesLimit(own.quote) ? withoutLimit(own) : own
  })
}

const withoutLimit = (each: ToldSentence): ToldSentence => ({
  ...each,
  aspects: new Set([...each.aspects].filter((aspect) => aspect !== 'limitation')),
})

/** What a sentence is worth less that says little by itself. */
const backwards = (quote: string): number =>
  (BACKWARDS.test(quote) ? POINTS_BACK : 0) + (ANNOUNCES.test(quote) ? POINTS_BACK : 0)

/** The best sentence that says what those before it have not, of a source that is not quoted enough. */
function bestOf(candidates: Candidate[], chosen: Candidate[]): Candidate | undefined {
  let best: Candidate | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const each of candidates) {
    const { source_id } = each.evidence
    const own = chosen.filter((other) => other.evidence.source_id === source_id)
    if (own.length >= RESEARCH_LIMITS.quotes_a_source) continue
    if (chosen.some((other) => sameBare(other.bare, each.bare))) continue
    const alike = Math.max(0, ...chosen.map((other) => overlap(each.terms, other.terms)))
    const value = each.score - NOVELTY * alike - own.length * SAME_SOURCE
    if (value > most) [best, most] = [each, value]
  }
  return best
}

/** What says less of the question comes after what says more. */
const WIDER = 0.2

/** A second sentence of a source comes after first ones of others. */
const SAME_SOURCE = 0.15

export function evidenceFrom(
  { evidence, quote, aspects, query }: Candidate,
  step: Step,
  at: number,
): ResearchEvidence {
  const focus = focusOf(step)
  const own = [...aspects].find((aspect) => aspect === focus || aspect === 'limitation')
  const [first = null] = aspects
  return {
    evidence_id: `${step.step_id}-e${at + 1}`,
    step_id: step.step_id,
    source_id: evidence.source_id,
    query,
    aspect: own ?? first,
    ...sourceFields(evidence),
    ...placeOf(evidence.passage, quote),
    quote,
  }
}
