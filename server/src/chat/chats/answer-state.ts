import type { AnswerEvent, AnswerState } from '@scinav/contract'

/** Converts the state of an answer to the columns of its record. */
export function answerColumns(state: AnswerState) {
  return {
    answer: state.answer,
    reasoning: state.reasoning,
    citations: JSON.stringify(state.citations),
    notices: JSON.stringify(state.notices),
    tool_calls: JSON.stringify(state.tool_calls),
    understood: state.understood && JSON.stringify(state.understood),
    other_questions: JSON.stringify(state.other_questions),
    usage: state.usage && JSON.stringify(state.usage),
  }
}

/** Merges consecutive text events of the same kind into one event. */
export function coalesceEvents(events: AnswerEvent[]): AnswerEvent[] {
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
