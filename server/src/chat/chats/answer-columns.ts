import type { AnswerEvent, AnswerState } from '@scinav/contract'
import type { RunOutcome } from '../../platform/runs/index.ts'

/** Converts the state of an answer to the columns of its record. */
export function answerColumns(state: AnswerState) {
  return {
    answer: state.answer,
    reasoning: state.reasoning,
    citations: JSON.stringify(state.citations),
    revisions: JSON.stringify(state.revisions),
    notices: JSON.stringify(state.notices),
    tool_calls: JSON.stringify(state.tool_calls),
    understood: state.understood && JSON.stringify(state.understood),
    other_questions: JSON.stringify(state.other_questions),
    usage: state.usage && JSON.stringify(state.usage),
  }
}

/** Returns the columns of an answer that has ended. */
export function outcomeColumns({
  status,
  last,
  state,
  seq,
  finished_at,
}: RunOutcome<AnswerEvent, AnswerState>) {
  return {
    ...answerColumns(state),
    status,
    error: last.event === 'error' ? JSON.stringify(last.data) : null,
    stream_seq: seq,
    finished_at,
  }
}
