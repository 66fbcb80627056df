import type { z } from 'zod'
import type { AnswerEvent, AnswerRevision, Citation, ToolCall } from './answers.ts'
import type { chatRecord } from './chat-records.ts'

/** The part of a chat record that the events of an answer build up. */
export type AnswerState = Pick<
  z.output<typeof chatRecord>,
  | 'answer'
  | 'reasoning'
  | 'citations'
  | 'revisions'
  | 'notices'
  | 'tool_calls'
  | 'other_questions'
  | 'understood'
  | 'usage'
>

/** Returns the state of an answer before its first event. */
export const emptyAnswer = (): AnswerState => ({
  answer: '',
  reasoning: '',
  citations: [],
  revisions: [],
  notices: [],
  tool_calls: [],
  other_questions: [],
  understood: null,
  usage: null,
})

/**
 * Returns the state after one more event; used by the server to store an answer and by the page to show it. `state` is
 * not changed. `delta` adds to the answer, `reasoning` to the model's reasoning, `status` is a notice to the reader.
 */
export function applyAnswerEvent<State extends AnswerState>(
  state: State,
  { event, data }: AnswerEvent,
): State {
  switch (event) {
    case 'delta':
      return { ...state, answer: state.answer + data.text }
    case 'reasoning':
      return { ...state, reasoning: state.reasoning + data.delta }
    case 'citation':
      return { ...state, citations: withCitation(state.citations, data) }
    case 'revision':
      return withRevision(state, data)
    case 'status':
      return state.notices.includes(data.text) ? state : { ...state, notices: [...state.notices, data.text] }
    case 'tool':
      return { ...state, tool_calls: withToolCall(state.tool_calls, data) }
    case 'suggestions':
      return { ...state, other_questions: data.questions }
    case 'understood':
      return { ...state, understood: data }
    case 'usage':
      return { ...state, usage: data }
    default:
      return state
  }
}

/** Replaces the citation with the same start and number (a citation is sent again after its check), or appends it. */
function withCitation(all: readonly Citation[], next: Citation): Citation[] {
  const at = all.findIndex(({ start, n }) => start === next.start && n === next.n)
  return at === -1 ? [...all, next] : all.with(at, next)
}

/** The part of an answer that a revision changes. */
type RevisedAnswer = Pick<AnswerState, 'answer' | 'citations' | 'revisions'>

/**
 * Replaces the text from `start` up to, but not including, `end` (UTF-16 units of `answer`). Citations that overlap the
 * range are removed, later ones are shifted; with `undoable` the former version is kept.
 */
function withRevision<State extends RevisedAnswer>(
  state: State,
  {
    start,
    end,
    text,
    undoable = false,
  }: { start: number; end: number; text: string; undoable?: boolean | undefined },
): State {
  const added: AnswerRevision = {
    start,
    end: start + text.length,
    other: versionAt(state, { start, end }),
    undone: false,
  }
  const shift = text.length - (end - start)
  // A revision that is empty stands after an insertion at its place.
  const before = state.revisions.filter((each) => each.end <= start && each.start < end)
  const after = state.revisions.filter((each) => each.start >= end).map((each) => shifted(each, shift))
  return {
    ...state,
    answer: state.answer.slice(0, start) + text + state.answer.slice(end),
    citations: [
      ...state.citations.filter((each) => each.end <= start),
      ...state.citations.filter((each) => each.start >= end).map((each) => shifted(each, shift)),
    ],
    revisions: [...before, ...(undoable ? [added] : []), ...after],
  }
}

/**
 * Returns an answer in which a change is undone, or made again: the shown version of its range and the other one change
 * places. Struck ranges that overlap it are restored. An unknown index changes nothing.
 *
 * @param index of the change in `revisions`.
 */
export function swapRevision<State extends RevisedAnswer & { struck: { start: number; end: number }[] }>(
  state: State,
  index: number,
): State {
  const revision = state.revisions[index]
  if (!revision) return state
  const { start, end, other, undone } = revision
  const shift = other.text.length - (end - start)
  const swapped = {
    start,
    end: start + other.text.length,
    other: versionAt(state, revision),
    undone: !undone,
  }
  return {
    ...state,
    answer: state.answer.slice(0, start) + other.text + state.answer.slice(end),
    citations: [
      ...state.citations.filter((each) => each.end <= start),
      ...other.citations.map((each) => shifted(each, start)),
      ...state.citations.filter((each) => each.start >= end).map((each) => shifted(each, shift)),
    ],
    // Those of the same place keep their order, also where one of them is empty.
    revisions: [
      ...state.revisions.slice(0, index),
      swapped,
      ...state.revisions.slice(index + 1).map((each) => shifted(each, shift)),
    ],
    struck: [
      ...state.struck.filter((each) => each.end <= start),
      ...state.struck.filter((each) => each.start >= end).map((each) => shifted(each, shift)),
    ],
  }
}

/** Returns the text and the citations of a range, whose offsets then count from its beginning. */
function versionAt({ answer, citations }: RevisedAnswer, { start, end }: { start: number; end: number }) {
  const inside = citations.filter((each) => each.end > start && each.start < end)
  return { text: answer.slice(start, end), citations: inside.map((each) => shifted(each, -start)) }
}

/** Returns a span with its offsets shifted. */
const shifted = <Span extends { start: number; end: number }>(span: Span, shift: number): Span => ({
  ...span,
  start: span.start + shift,
  end: span.end + shift,
})

/** Updates the tool call of the same id, or appends it. */
function withToolCall(all: readonly ToolCall[], next: ToolCall): ToolCall[] {
  const at = all.findIndex(({ call_id }) => call_id === next.call_id)
  return at === -1 ? [...all, next] : all.with(at, { ...all[at], ...next })
}

/** The beginning of the notice that no model wrote the answer, even if one was asked to. */
export const NO_MODEL_USED = '没有使用模型：'

/** Returns what wrote an answer: `extractive` also where a model was to write it and quotes took its place. */
export const answerEngine = ({
  engine,
  notices,
}: Pick<z.output<typeof chatRecord>, 'engine' | 'notices'>): 'model' | 'extractive' =>
  notices.some((text) => text.startsWith(NO_MODEL_USED)) ? 'extractive' : engine

/** The notice of an answer that ends at its model's length limit; the page then offers to continue. */
export const ANSWER_CUT = '回答达到了模型一次能写的长度，还没有写完'

/**
 * The text of an answer, also of one in English, where the library has nothing on the question; the page then offers
 * alternatives.
 */
export const NOTHING_FOUND = '未找到相关文献'
