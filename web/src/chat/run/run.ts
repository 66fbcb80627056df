import {
  type AnswerEvent,
  type api,
  type Citation,
  type OutputOf,
  type ToolCall,
  withoutStruck,
} from '@scinav/contract'

/** One answer as the server keeps it. */
export type ChatRecord = OutputOf<typeof api.chat.record>

/** A citation as it stands in the text that is shown; `origin` is where it stands in the whole answer. */
export type ShownCitation = Citation & { origin?: number }

/** An answer while it is being written, or as it is stored. */
export interface Shown {
  /** Empty until the server has given it. */
  id: string
  question: string
  answer: string
  reasoning: string
  status: ChatRecord['status']
  citations: ShownCitation[]
  /** Parts that the reader has struck out. */
  struck: number
  engine: ChatRecord['engine']
  model: string | null
  notices: string[]
  /** The code is the answer's fault, or the problem of a call that was refused. */
  error: { code: string; message: string } | null
  questions: string[]
  tools: ToolCall[]
  /** Whether a model was asked to the end: it is not where nothing was found. */
  modelAsked: boolean
  /** What is being done now, in words. */
  doing: string
  /** Found places so far; null before a search has ended. */
  found: number | null
}

/** An answer of which nothing has come yet. */
export function begun(question: string, id = ''): Shown {
  return {
    id,
    question,
    answer: '',
    reasoning: '',
    status: 'pending',
    citations: [],
    struck: 0,
    engine: 'model',
    model: null,
    notices: [],
    error: null,
    questions: [],
    tools: [],
    modelAsked: false,
    doing: '正在准备',
    found: null,
  }
}

/** A stored record as it is shown. */
export function shownOf(record: ChatRecord): Shown {
  const { id, question, reasoning, status, engine, model, notices, error } = record
  const { answer, marks: citations } = withoutStruck(record.answer, record.citations, record.struck)
  const struck = record.struck.length
  const stored = { id, question, answer, reasoning, status, citations, struck, engine, model, notices, error }
  const { other_questions: questions, tool_calls: tools } = record
  return { ...stored, questions, tools, modelAsked: record.usage !== null, doing: '', found: null }
}

/** Who wrote an answer: a model, or the papers it quotes. Nobody where nothing was found. */
export function writtenBy({ engine, citations, modelAsked, status }: Shown): 'model' | 'quotes' | undefined {
  const ended = status === 'done'
  if (engine === 'model') return modelAsked || !ended ? 'model' : undefined
  return citations.length > 0 || !ended ? 'quotes' : undefined
}

/** Whether an answer is still being written. */
export const isRunning = ({ status }: Pick<Shown, 'status'>): boolean =>
  status === 'pending' || status === 'streaming'

/** Whether an event ends its stream. */
export const isLast = ({ event }: AnswerEvent): boolean =>
  event === 'done' || event === 'cancelled' || event === 'error'

/** What an answer waits for once a tool has said how far it is. */
const ofTool: Readonly<Record<ToolCall['state'], string>> = {
  approval: '等您同意运行工具',
  start: '正在运行工具',
  done: '正在看工具的结果',
  failed: '正在看工具的结果',
}

/** The answer after one more event. `reset` leaves what stands: the whole text is then read from the record. */
export function after(shown: Shown, { event, data }: AnswerEvent): Shown {
  switch (event) {
    case 'meta': {
      const { chat_record_id: id, model, engine } = data
      return { ...shown, id, model, engine, status: 'streaming', doing: '正在准备回答' }
    }
    case 'status':
      return { ...shown, notices: [...shown.notices, data.text] }
    case 'retrieval':
      return {
        ...shown,
        found: (shown.found ?? 0) + data.hits.length,
        doing: `已找到 ${data.hits.length} 处相关原文`,
      }
    case 'reasoning':
      return { ...shown, reasoning: shown.reasoning + data.delta, doing: '正在思考' }
    case 'delta':
      return { ...shown, answer: shown.answer + data.text, doing: '正在写' }
    case 'citation':
      return { ...shown, citations: withCitation(shown.citations, data) }
    case 'tool':
      return { ...shown, tools: withTool(shown.tools, data), doing: ofTool[data.state] }
    case 'suggestions':
      return { ...shown, questions: data.questions }
    case 'done':
    case 'cancelled':
      return { ...shown, status: event, doing: '' }
    case 'error':
      return { ...shown, status: 'failed', error: data, doing: '' }
    case 'usage':
      return { ...shown, modelAsked: true }
    case 'reset':
      return shown
  }
}

/** A mark that was checked takes the place of the same mark before its check. */
function withCitation(all: ShownCitation[], next: Citation): ShownCitation[] {
  return [...all.filter(({ start }) => start !== next.start), next]
}

function withTool(all: ToolCall[], next: ToolCall): ToolCall[] {
  const before = all.find(({ call_id }) => call_id === next.call_id)
  if (!before) return [...all, next]
  return all.map((call) => (call === before ? { ...call, ...next } : call))
}
