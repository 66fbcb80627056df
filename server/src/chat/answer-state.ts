import type { AnswerEvent, api, Citation, OutputOf, ToolCall } from '@scinav/contract'

type RecordView = OutputOf<typeof api.chat.record>

/** What an answer has come to so far. */
export interface AnswerState
  extends Pick<RecordView, 'answer' | 'reasoning' | 'notices' | 'other_questions' | 'usage'> {
  citations: Citation[]
  tool_calls: ToolCall[]
}

export function emptyAnswer(): AnswerState {
  return {
    answer: '',
    reasoning: '',
    citations: [],
    notices: [],
    tool_calls: [],
    other_questions: [],
    usage: null,
  }
}

/** Adds one event. A citation that is told again, checked by then, takes the place of the first. */
export function applyEvent(state: AnswerState, told: AnswerEvent): void {
  switch (told.event) {
    case 'delta':
      state.answer += told.data.text
      return
    case 'reasoning':
      state.reasoning += told.data.delta
      return
    case 'citation':
      cite(state.citations, told.data)
      return
    case 'status':
      if (!state.notices.includes(told.data.text)) state.notices.push(told.data.text)
      return
    case 'tool':
      callTool(state.tool_calls, told.data)
      return
    case 'suggestions':
      state.other_questions = told.data.questions
      return
    case 'usage':
      state.usage = told.data
  }
}

function cite(citations: Citation[], citation: Citation): void {
  const at = citations.findIndex((each) => each.start === citation.start && each.n === citation.n)
  if (at === -1) citations.push(citation)
  else citations[at] = citation
}

function callTool(calls: ToolCall[], told: ToolCall): void {
  const known = calls.find(({ call_id }) => call_id === told.call_id)
  if (known) Object.assign(known, told)
  else calls.push({ ...told })
}

/** An answer as the columns of a record. */
export function columnsOf(state: AnswerState) {
  return {
    answer: state.answer,
    reasoning: state.reasoning,
    citations: JSON.stringify(state.citations),
    notices: JSON.stringify(state.notices),
    tool_calls: JSON.stringify(state.tool_calls),
    other_questions: JSON.stringify(state.other_questions),
    usage: state.usage && JSON.stringify(state.usage),
  }
}

/** Pieces of one text that came together travel as one event. */
export function coalesced(events: AnswerEvent[]): AnswerEvent[] {
  const list: AnswerEvent[] = []
  for (const next of events) {
    const last = list.at(-1)
    if (last?.event === 'delta' && next.event === 'delta')
      list[list.length - 1] = { event: 'delta', data: { text: last.data.text + next.data.text } }
    else if (last?.event === 'reasoning' && next.event === 'reasoning')
      list[list.length - 1] = { event: 'reasoning', data: { delta: last.data.delta + next.data.delta } }
    else list.push(next)
  }
  return list
}
