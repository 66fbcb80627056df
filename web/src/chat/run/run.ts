import {
  type AnswerEvent,
  type AnswerState,
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

/** A citation as it stands in the text that is shown; `origin` is where it stands in the whole answer. */
export type ShownCitation = Citation & { origin?: number }

/** An answer while it is being written, or as it is stored. */
export interface ShownAnswer extends AnswerState {
  /** Empty until the server has given it. */
  id: string
  question: string
  /** What it was asked about, beside its words. */
  attachments: ChatRecord['attachments']
  status: ChatRecord['status']
  citations: ShownCitation[]
  /** How many parts the reader has redacted. */
  redacted: number
  engine: ChatRecord['engine']
  model: string | null
  /** The code is the answer's fault, or the problem of a call that was refused. */
  error: { code: string; message: string } | null
  /** What is being done now, in words. */
  doing: string
}

/** An answer of which nothing has come yet. */
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

/** An answer that is taken up, before anything of it has come. */
export const newAnswerFor = ({ question, id, attachments }: ChatRecord): ShownAnswer =>
  newAnswer(question, id, attachments)

/** A stored record as it is shown. */
export function toShownAnswer(record: ChatRecord): ShownAnswer {
  const { answer, markers: citations } = stripRedacted(record.answer, record.citations, record.struck)
  return { ...record, answer, citations, redacted: record.struck.length, doing: '' }
}

/** Who wrote an answer: a model, or the papers it quotes. Nobody where nothing was found. */
export function answerAuthor({
  engine,
  citations,
  usage,
  status,
}: ShownAnswer): 'model' | 'quotes' | undefined {
  const ended = status === 'done'
  // A model was asked to the end where it counted: it is not where nothing was found.
  if (engine === 'model') return usage !== null || !ended ? 'model' : undefined
  return citations.length > 0 || !ended ? 'quotes' : undefined
}

/** Whether it is talk, or asks for a model: nothing was looked for, and no model wrote it. */
export const isSmallTalk = ({ status, understood, usage, citations }: ChatRecord): boolean =>
  status === 'done' && understood === null && usage === null && citations.length === 0

/** Whether an answer is still being written. */
export const isRunning = ({ status }: Pick<ShownAnswer, 'status'>): boolean =>
  status === 'pending' || status === 'streaming'

/** Whether an event ends its stream. */
export const isLastEvent = ({ event }: AnswerEvent): boolean =>
  event === 'done' || event === 'cancelled' || event === 'error'

/** What an answer waits for once a tool has said how far it is. */
const toolStateTexts: Readonly<Record<ToolCall['state'], string>> = {
  approval: '等您同意运行工具',
  start: '正在运行工具',
  done: '正在看工具的结果',
  failed: '正在看工具的结果',
}

/** The answer after one more event. `reset` leaves what stands: the whole text is then read from the record. */
export const applyEvent = (shown: ShownAnswer, event: AnswerEvent): ShownAnswer => ({
  ...applyAnswerEvent(shown, event),
  ...eventProgress(event),
})

/** What an event says of how far an answer is. */
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
