import type { z } from 'zod'
import type { AnswerEvent, Citation, ToolCall } from './answers.ts'
import type { chatRecord } from './chat-records.ts'

/** What an answer has come to: what its events add up to, and what its record holds of it. */
export type AnswerState = Pick<
  z.output<typeof chatRecord>,
  'answer' | 'reasoning' | 'citations' | 'notices' | 'tool_calls' | 'other_questions' | 'understood' | 'usage'
>

/** An answer of which nothing has come yet. */
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

/** The answer after one more event, as the server stores it and a page shows it. `state` stays as it was. */
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

/** A citation that comes again, checked by then, takes the place of the first. */
function withCitation(all: readonly Citation[], next: Citation): Citation[] {
  const at = all.findIndex(({ start, n }) => start === next.start && n === next.n)
  return at === -1 ? [...all, next] : all.with(at, next)
}

/** The answer with a stretch of it in other words: what it cited goes, what stands behind it moves along. */
function withRevision<State extends AnswerState>(
  state: State,
  { start, end, text }: { start: number; end: number; text: string },
): State {
  const by = text.length - (end - start)
  const citations = state.citations
    .filter((each) => each.end <= start || each.start >= end)
    .map((each) => (each.start >= end ? { ...each, start: each.start + by, end: each.end + by } : each))
  return { ...state, answer: state.answer.slice(0, start) + text + state.answer.slice(end), citations }
}

function withToolCall(all: readonly ToolCall[], next: ToolCall): ToolCall[] {
  const at = all.findIndex(({ call_id }) => call_id === next.call_id)
  return at === -1 ? [...all, next] : all.with(at, { ...all[at], ...next })
}

/** The notice of an answer that ends at its model's limit; the page then offers to go on. */
export const ANSWER_CUT = '回答达到了模型一次能写的长度，还没有写完'

/** What an answer says, in whatever language, where the library has nothing on a question; the page then offers what else can be done. */
export const NOTHING_FOUND = '未找到相关文献'
