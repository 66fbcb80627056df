import type { Intent } from '../../language/question/intent.ts'
import { readQuestion } from '../../language/question/question.ts'
import { buildEvidence, type Evidence, findPapersById } from '../../retrieval/index.ts'
import { statusPart } from '../task/notes.ts'
import type { AnswerPart } from '../task/task.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { directPassages, ONE_SENTENCE_TYPES } from './direct-evidence.ts'
import type { EarlierEvidence } from './earlier-evidence.ts'
import { type AnswerRun, fallbackNote, type ModelAnswerTask, tryOrNull } from './model-run.ts'
import type { Plan } from './plan.ts'
import type { PlannedSearch } from './planned-search.ts'
import type { OfferedEvidence } from './prompt.ts'
import { MAX_UNPLANNED_EVIDENCE } from './search-scorer.ts'
import { addSurroundings } from './surroundings.ts'

const NO_CHOICE_NOTE = '模型没有挑选证据，已按检索次序选用'
const NO_RERANK_NOTE = '重排序暂不可用，已按检索次序'
/** The most passages taken in the order of the search, where no judge chose. */
const MAX_EVIDENCE = 12
/** The most passages taken without a judge where the searches agree on the best source. */
const MAX_CLEAR_EVIDENCE = 5
/** The most passages offered for a list of papers. */
const MAX_LISTED_EVIDENCE = 16
/**
 * The further passages added to earlier evidence that the plan calls sufficient, or that a follow-up continues from.
 */
const MAX_SUPPLEMENTARY_EVIDENCE = 4

/** What an answer is sought from. */
interface EvidenceSources {
  search: PlannedSearch
  plan: Plan | null
  /** Whether the search for the question needed no plan. */
  is_settled: boolean
  earlier: EarlierEvidence
  intent: Intent
}

/**
 * Selects the evidence of an answer, best first. A judge is asked where the searches leave it open, but has no say on
 * papers that the person chose.
 */
export async function* selectEvidence(
  run: AnswerRun,
  sources: EvidenceSources,
): AsyncGenerator<AnswerPart, OfferedEvidence[]> {
  const { earlier, intent, search } = sources
  const lastCited = earlier.evidence.filter(({ passage }) => earlier.last.has(passage.passage_id))
  // A request about the last answer is answered from its evidence.
  if (intent !== 'question' && lastCited.length > 0) return lastCited
  const selected = yield* selectByGrade(run, sources, lastCited)
  const all = await addChosenPapers(run, search, selected)
  return addSurroundings(run.ctx, search.retrieval, all)
}

/** Selects evidence by the plan, the agreement of the searches or the grades of a judge, best first. */
async function* selectByGrade(
  run: AnswerRun,
  { search, plan, is_settled }: EvidenceSources,
  lastCited: Evidence[],
): AsyncGenerator<AnswerPart, Evidence[]> {
  const { task, nonce, usage, signal } = run
  if (plan?.enough && lastCited.length > 0)
    return distinctPassages([...lastCited, ...search.question_evidence.slice(0, MAX_SUPPLEMENTARY_EVIDENCE)])
  const { candidates } = search
  const question = plan?.question ?? task.question
  const { concepts } = search.retrieval
  const count = task.rerank ? null : countWithoutJudge(task, search, { plan, is_settled })
  const chosen =
    count === null
      ? await tryOrNull(run, () =>
          chooseEvidence(task, { question, concepts, candidates, nonce }, { signal, usage }),
        )
      : candidates.slice(0, count)
  if (!chosen && task.rerank && candidates.length > 1)
    yield statusPart(fallbackNote(run, NO_RERANK_NOTE, '已按检索次序'))
  else if (!chosen && candidates.length > MAX_EVIDENCE)
    yield statusPart(fallbackNote(run, NO_CHOICE_NOTE, '已按检索次序选用'))
  const ranked = chosen ?? candidates.slice(0, MAX_EVIDENCE)
  // Of a settled question the rules know the topic from the conversation.
  const continues = plan ? plan.question !== readQuestion(task.question).text : is_settled
  return continues ? joinEvidence(ranked, lastCited) : ranked
}

/**
 * Returns how many passages are taken in the order of the searches, or null where they are judged: for a review, and
 * where parts or things compared need sources of their own on which the searches do not agree. For one thing and for a
 * list the model that writes sees the best sentences of as many passages as a judge would, and grades them by answering.
 */
function countWithoutJudge(
  task: ModelAnswerTask,
  search: PlannedSearch,
  { plan, is_settled }: Pick<EvidenceSources, 'plan' | 'is_settled'>,
): number | null {
  if (task.layout === 'review') return null
  if (is_settled) return MAX_UNPLANNED_EVIDENCE
  if (typeOf(search, plan) === 'list') return MAX_LISTED_EVIDENCE
  if (isClearlyEnough(search, plan)) return MAX_CLEAR_EVIDENCE
  return needsSeveral(search, plan) ? null : MAX_EVIDENCE
}

/** Returns the type of a question by its plan, or by its words where the plan tells none. */
const typeOf = ({ retrieval }: PlannedSearch, plan: Plan | null): string =>
  plan === null || plan.type === 'other' ? retrieval.question.type : plan.type

/** Returns whether several things are asked about, each of which needs its own source. */
const needsSeveral = (search: PlannedSearch, plan: Plan | null): boolean =>
  typeOf(search, plan) === 'comparison' || (plan?.parts.length ?? 0) > 1

/** The most passages that are kept of each chosen paper, where the papers are few. */
const MAX_CHOSEN_PASSAGES = 3

/** Adds the best passages of the papers that a person chose, as far as the evidence lacks them. */
async function addChosenPapers(
  { ctx, task }: AnswerRun,
  { candidates, retrieval }: PlannedSearch,
  selected: Evidence[],
): Promise<Evidence[]> {
  const { paper_ids } = task.scope
  if (paper_ids.length === 0) return selected
  const { concepts, evidence, question } = retrieval
  const share = Math.max(1, Math.floor(MAX_EVIDENCE / paper_ids.length))
  const passagesPerPaper = Math.min(MAX_CHOSEN_PASSAGES, share)
  const found = distinctPassages([...candidates, ...evidence])
  const foundIds = new Set(found.map(({ paper_id }) => paper_id))
  const others = await findPapersById(
    ctx,
    paper_ids.filter((id) => !foundIds.has(id)),
  )
  // Papers that no search found are read from the library.
  const added = buildEvidence(others, concepts, question.language)
  const bySource = Map.groupBy([...found, ...byCoverage(added)], ({ paper_id }) => paper_id ?? '')
  const best = [...bySource].flatMap(([id, passages]) =>
    paper_ids.includes(id) ? passages.slice(0, passagesPerPaper) : [],
  )
  return distinctPassages([...selected, ...best])
}

const byCoverage = (evidence: Evidence[]): Evidence[] => evidence.toSorted((a, b) => b.coverage - a.coverage)

/** The least number of searches, each with different words, that must rank the same source first. */
const MIN_AGREEING_SEARCHES = 2

/**
 * Returns whether the search alone has settled what to answer from, so that no judge is needed. It has when, about the
 * source that all searches together rank first, either
 *
 * - at least two searches rank it first, and where the question has several parts or compares, at least half of those
 *   whose first source states most of them, or
 * - one sentence can answer the question, and that passage has a sentence of the kind asked for.
 */
function isClearlyEnough(search: PlannedSearch, plan: Plan | null): boolean {
  const { candidates, leaders, retrieval } = search
  const [first] = candidates
  const type = typeOf(search, plan)
  const hasParts = (plan?.parts.length ?? 0) > 1
  if (!first || (type === 'comparison' && hasParts)) return false
  const agreeingCount = leaders.filter((source_id) => source_id === first.source_id).length
  const neededCount = hasParts || type === 'comparison' ? leaders.length / 2 : 0
  if (agreeingCount >= Math.max(MIN_AGREEING_SEARCHES, neededCount)) return true
  const needsOneSentence = !hasParts && ONE_SENTENCE_TYPES.has(retrieval.question.type)
  return needsOneSentence && directPassages(retrieval).has(first.passage.passage_id)
}

/**
 * Adds evidence of the last answer, which a question continues: its first passage before the others, the rest after
 * them.
 */
function joinEvidence(ranked: Evidence[], lastCited: Evidence[]): Evidence[] {
  const [first, ...others] = lastCited.slice(0, MAX_SUPPLEMENTARY_EVIDENCE)
  return first ? distinctPassages([first, ...ranked, ...others]) : ranked
}

/** Removes repeated passages, keeping the first of each. */
function distinctPassages(evidence: Evidence[]): Evidence[] {
  const seen = new Set<string>()
  return evidence.filter(({ passage: { passage_id } }) => !seen.has(passage_id) && seen.add(passage_id))
}
