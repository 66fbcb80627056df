import {
  type AnswerEvent,
  type AnswerState,
  answerEngine,
  type api,
  applyAnswerEvent,
  type Citation,
  emptyAnswer,
  type OutputOf,
  stripRedacted,
  type ToolCall,
} from '@scinav/contract'

/** One answer as the server stores it. */
export type ChatRecord = OutputOf<typeof api.chat.record>

/**
 * A citation with its offsets in the displayed text. Where that lacks redacted statements, `origin` is the start of its
 * marker in the stored answer.
 */
export type ShownCitation = Citation & { origin?: number }

/** An answer while it is being written, or as it is stored. */
export interface ShownAnswer extends AnswerState {
  /** The id of its record; `''` until the server has assigned it. */
  id: string
  question: string
  /** The papers, files and documents it was asked about. */
  attachments: ChatRecord['attachments']
  status: ChatRecord['status']
  citations: ShownCitation[]
  /** Number of redacted parts. */
  redacted: number
  engine: ChatRecord['engine']
  model: string | null
  /** `code` is the answer's error code, or the problem of a call that was refused. */
  error: { code: string; message: string } | null
  /** The current step, in words. */
  doing: string
}

/** Creates an answer without any content yet. */
export const newAnswer = (
  question: string,
  id = '',
  attachments: ShownAnswer['attachments'] = [],
): ShownAnswer => ({
  ...emptyAnswer(),
  id,
  question,
  attachments,
  status: 'pending',
  redacted: 0,
  engine: 'model',
  model: null,
  error: null,
  doing: '正在准备',
})

/** Creates the answer for a resumed stream, without any content yet. */
export const newAnswerFor = ({ question, id, attachments }: ChatRecord): ShownAnswer =>
  newAnswer(question, id, attachments)

/** Converts a stored record to a displayed answer. */
export function toShownAnswer(record: ChatRecord): ShownAnswer {
  const { answer, markers: citations } = stripRedacted(record.answer, record.citations, record.struck)
  return { ...record, answer, citations, redacted: record.struck.length, doing: '' }
}

/**
 * Returns whether a model writes an answer, or whether it consists of quotes; undefined for a finished answer that
 * found nothing.
 */
export function answerAuthor(shown: ShownAnswer): 'model' | 'quotes' | undefined {
  const { citations, usage, status } = shown
  const isDone = status === 'done'
  // Usage shows that a model was called; none is called when nothing was found.
  if (answerEngine(shown) === 'model') return usage !== null || !isDone ? 'model' : undefined
  return citations.length > 0 || !isDone ? 'quotes' : undefined
}

/** Whether an answer was given without a search and without a model, such as one to a greeting. */
export const wasAnsweredWithoutSearch = ({ status, understood, usage, citations }: ChatRecord): boolean =>
  status === 'done' && understood === null && usage === null && citations.length === 0

/** Whether an answer is still being written. */
export const isRunning = ({ status }: Pick<ShownAnswer, 'status'>): boolean =>
  status === 'pending' || status === 'streaming'

/** Whether the citations of a complete answer are still being checked. */
export const isBeingChecked = ({ status }: Pick<ShownAnswer, 'status'>): boolean => status === 'checking'

/** Whether an event ends its stream. */
export const isLastEvent = ({ event }: AnswerEvent): boolean =>
  event === 'done' || event === 'cancelled' || event === 'error'

/** The current step after a tool call has changed its state. */
const toolStateTexts: Readonly<Record<ToolCall['state'], string>> = {
  approval: '等您同意运行工具',
  start: '正在运行工具',
  done: '正在看工具的结果',
  failed: '正在看工具的结果',
}

/** Returns the answer after one event. `reset` keeps the present text; the whole text is then read from the record. */
export const applyEvent = (shown: ShownAnswer, event: AnswerEvent): ShownAnswer => ({
  ...applyAnswerEvent(shown, event),
  ...eventProgress(event),
})

/** Returns the changes of an answer's status and step that an event implies. */
function eventProgress({ event, data }: AnswerEvent): Partial<ShownAnswer> {
  switch (event) {
    case 'meta': {
      const { chat_record_id: id, model, engine } = data
      return { id, model, engine, status: 'streaming', doing: '正在准备回答' }
    }
    case 'retrieval':
      return { doing: `已找到 ${data.hits.length} 处相关原文` }
    case 'reasoning':
      return { doing: '正在思考' }
    case 'delta':
      return { doing: '正在写' }
    case 'checking':
      return { status: 'checking', doing: '回答已写完，正在核对引文' }
    case 'tool':
      return { doing: toolStateTexts[data.state] }
    case 'done':
    case 'cancelled':
      return { status: event, doing: '' }
    case 'error':
      return { status: 'failed', error: data, doing: '' }
    default:
      return {}
  }
}
