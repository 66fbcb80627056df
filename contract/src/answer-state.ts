import type { z } from 'zod'
import type { AnswerEvent, Citation, ToolCall } from './answers.ts'
import type { chatRecord } from './chat-records.ts'

/** The part of a chat record that the events of an answer build up. */
export type AnswerState = Pick<
  z.output<typeof chatRecord>,
  'answer' | 'reasoning' | 'citations' | 'notices' | 'tool_calls' | 'other_questions' | 'understood' | 'usage'
>

/** Returns the state of an answer before its first event. */
export const emptyAnswer = (): AnswerState => ({
  answer: '',
  reasoning: '',
  citations: [],
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

/** Replaces the text from `start` up to, but not including, `end` (UTF-16 units of `answer`). Citations that overlap the range are removed, later ones are shifted. */
function withRevision<State extends AnswerState>(
  state: State,
  { start, end, text }: { start: number; end: number; text: string },
): State {
  const shift = text.length - (end - start)
  const citations = state.citations
    .filter((each) => each.end <= start || each.start >= end)
    .map((each) => (each.start >= end ? { ...each, start: each.start + shift, end: each.end + shift } : each))
  return { ...state, answer: state.answer.slice(0, start) + text + state.answer.slice(end), citations }
}

function withToolCall(all: readonly ToolCall[], next: ToolCall): ToolCall[] {
  const at = all.findIndex(({ call_id }) => call_id === next.call_id)
  return at === -1 ? [...all, next] : all.with(at, { ...all[at], ...next })
}

/** The notice of an answer that ends at its model's length limit; the page then offers to continue. */
export const ANSWER_CUT = '回答达到了模型一次能写的长度，还没有写完'

/**
 * The text of an answer, also of one in English, where the library has nothing on the question; the page then offers
 * alternatives.
 */
export const NOTHING_FOUND = '未找到相关文献'
