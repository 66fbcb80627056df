import type { AnswerEvent, api, Citation, OutputOf, ToolCall } from '@scinav/contract'

type RecordView = OutputOf<typeof api.chat.record>

/** What an answer has said so far. */
export interface Said
  extends Pick<RecordView, 'answer' | 'reasoning' | 'notices' | 'other_questions' | 'usage'> {
  citations: Citation[]
  tool_calls: ToolCall[]
}

export function nothingSaid(): Said {
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

/** Adds one event to what was said. A citation that is told again, checked by then, takes the place of the first. */
export function hear(said: Said, told: AnswerEvent): void {
  switch (told.event) {
    case 'delta':
      said.answer += told.data.text
      return
    case 'reasoning':
      said.reasoning += told.data.delta
      return
    case 'citation':
      cite(said.citations, told.data)
      return
    case 'status':
      if (!said.notices.includes(told.data.text)) said.notices.push(told.data.text)
      return
    case 'tool':
      callTool(said.tool_calls, told.data)
      return
    case 'suggestions':
      said.other_questions = told.data.questions
      return
    case 'usage':
      said.usage = told.data
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

/** What was said, as the columns of a record. */
export function columnsOf(said: Said) {
  return {
    answer: said.answer,
    reasoning: said.reasoning,
    citations: JSON.stringify(said.citations),
    notices: JSON.stringify(said.notices),
    tool_calls: JSON.stringify(said.tool_calls),
    other_questions: JSON.stringify(said.other_questions),
    usage: said.usage && JSON.stringify(said.usage),
  }
}

/** Pieces of one text that came together travel as one event. */
export function joined(events: AnswerEvent[]): AnswerEvent[] {
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
