import { z } from 'zod'
import { readStructuredReply } from '../../platform/providers/models/structured-reply.ts'

/**
 * Separates a model's reply, which arrives in pieces of any size, into the text for the user and the lines
 * meant for the application: `more: ["…"]` requests further searches, `next: ["…"]` gives questions that may
 * follow.
 */
export interface ReplyReader {
  /** Returns the text that can be shown now; what may become a request is held back. */
  push: (delta: string) => string
  /** Returns the rest of the text; the reply may go on after it, with the next turn of the model. */
  end: () => string
  /** Forgets what was pushed so far, which turned out to be no reply. */
  restart: () => void
  /** Returns the searches asked for instead of an answer, possibly none; null when the reply is an answer. */
  searches: () => string[] | null
  /** Returns the questions that may follow. */
  questions: () => string[]
}

/** The most searches, and the most questions, of a reply. */
const MAX_REQUESTS = 3
/** The longest search or question, in UTF-16 units. */
const MAX_REQUEST_CHARS = 160
/** The most of a request that is read, in UTF-16 units; the rest of its line is dropped. */
const MAX_LIST_CHARS = 4_000
/** The longest request that is written as plain words rather than a list, in UTF-16 units. */
const MAX_PLAIN_CHARS = 600
/** The most blank space held back before a line, in UTF-16 units. */
const MAX_GAP_CHARS = 200

/** Begins a request, with the marks that models put around its name: `more: `, `- **next**: `. */
const OPENING = /^(?:[-*+>] {1,3})?[*_`]{0,3}(more|next)[*_`]{0,3} ?[:：][*_`]{0,3}\s{0,20}/i
/** Text that further input may turn into such a beginning. */
const OPENING_PREFIX =
  /^(?:[-*+>]? {0,3}|(?:[-*+>] {1,3})?[*_`]{0,3}(?:m|mo|mor|n|ne|nex|(?:more|next)[*_`]{0,3} ?)?)$/i
/** Begins a code block. */
const FENCE = /^(`{3,}|~{3,})([^\n`]{0,80})\n/
/** Text that further input may turn into the beginning of a code block. */
const FENCE_PREFIX = /^(?:`{1,2}|~{1,2}|(?:`{3,}|~{3,})[^\n`]{0,80})$/
/** The language of a block that wraps the whole answer and is not code. */
const WRAPPING_LANGUAGE = /^[ \t]*(?:markdown|md)[ \t]*$/i
/** Ends a list, with the marks around it. */
const LIST_END = /\][\s*_`.。;；]{0,8}$/
/** Begins a further line of a list. */
const LIST_LINE = /^["'“”‘’「,，\][]/
const ENDS_AS_QUESTION = /[?？]["”'’」*_`\s]{0,4}$/
const ENDS_AS_SENTENCE = /[.。!！:：]["”'’」*_`\s]{0,4}$/

type RequestKind = 'more' | 'next'

/** A request at the beginning of a text. */
interface FoundRequest {
  kind: RequestKind
  /** The request without its name. */
  content: string
  /** How much of the text it takes, in UTF-16 units. */
  length: number
  /** Whether it is too long, so that the rest of its line is dropped. */
  is_cut: boolean
}

interface ReaderState {
  /** What is not decided yet. */
  held: string
  isLineStart: boolean
  /** Whether the rest of a line is dropped, which belongs to a request. */
  isDropping: boolean
  /** The fence of the code block that the text is in, such as three backticks; empty outside. */
  fence: string
  /** Whether text other than blanks was shown. */
  hasText: boolean
  /** Whether the blanks before the next text are dropped: they stood around a request. */
  followsRequest: boolean
  /** What was asked for, by kind; null when there was no such request. */
  requests: Record<RequestKind, string[] | null>
}

const initialState = (): ReaderState => ({
  held: '',
  isLineStart: true,
  isDropping: false,
  fence: '',
  hasText: false,
  followsRequest: false,
  requests: { more: null, next: null },
})

/** A reader that shows the whole reply, for models that are not told of requests. */
export const PLAIN_REPLY: ReplyReader = {
  push: (delta) => delta,
  end: () => '',
  restart: () => {},
  searches: () => null,
  questions: () => [],
}

/** Creates a reader of one reply. */
export function createReplyReader(): ReplyReader {
  let state = initialState()
  const read = (delta: string, isFinal: boolean): string => {
    state.held += delta
    let visible = ''
    for (let step = nextStep(state, isFinal); step !== null; step = nextStep(state, isFinal)) {
      state.held = state.held.slice(step.length)
      visible += step.text
      state.hasText ||= step.text.trim() !== ''
    }
    return visible
  }
  return {
    push: (delta) => read(delta, false),
    end: () => read('', true),
    restart: () => {
      state = initialState()
    },
    searches: () => (state.hasText ? null : state.requests.more),
    questions: () => state.requests.next ?? [],
  }
}

/** What is decided next: the text to show, and how much of the held text is done with. */
interface Step {
  text: string
  length: number
}

/**
 * Returns the next step; null when nothing more can be decided.
 *
 * @param isFinal whether nothing follows the held text, here and in the functions below.
 */
function nextStep(state: ReaderState, isFinal: boolean): Step | null {
  const { held, isLineStart, isDropping } = state
  if (held === '') return null
  if (isDropping) return dropToLineEnd(state)
  if (!isLineStart) return restOfLine(state, 0)
  const gap = held.search(/\S/)
  const gapLength = gap < 0 ? held.length : gap
  if (gapLength > MAX_GAP_CHARS) return show(state, MAX_GAP_CHARS)
  if (gap < 0) return isFinal ? show(state, held.length) : null
  return state.fence === '' ? openLine(state, gap, isFinal) : lineInFence(state, gap, isFinal)
}

/** Drops the rest of a line that belongs to a request, up to its line break. */
function dropToLineEnd(state: ReaderState): Step {
  const end = state.held.indexOf('\n')
  if (end >= 0) {
    state.isDropping = false
    state.isLineStart = true
  }
  return { text: '', length: end < 0 ? state.held.length : end }
}

/**
 * Shows the held text up to `length`. After a request the blanks at its beginning are dropped; a paragraph
 * break takes their place within text.
 */
function show(state: ReaderState, length: number): Step {
  const text = state.held.slice(0, length)
  const isBlank = text.trim() === ''
  if (!state.followsRequest) return { text, length }
  if (isBlank) return { text: '', length }
  state.followsRequest = false
  return { text: state.hasText ? `\n\n${text.trimStart()}` : text.trimStart(), length }
}

/** Shows the rest of a line; its line break is held back with the next line. */
function restOfLine(state: ReaderState, from: number): Step {
  const end = state.held.indexOf('\n', from)
  state.isLineStart = end >= 0
  return show(state, end < 0 ? state.held.length : end)
}

/** Decides on a line outside of code; null until more of it is known. */
function openLine(state: ReaderState, gap: number, isFinal: boolean): Step | null {
  const line = state.held.slice(gap)
  const fence = FENCE.exec(line)
  if (!fence && !isFinal && FENCE_PREFIX.test(line)) return null
  if (fence) return openFence(state, gap, fence, isFinal)
  const request = findRequest(line, state, isFinal)
  if (request === 'undecided') return null
  return request ? takeRequest(state, request, gap + request.length) : restOfLine(state, gap)
}

/** Decides on the beginning of a code block: one that holds nothing but a request is the request. Null as above. */
function openFence(
  state: ReaderState,
  gap: number,
  [opening, sign = '', language = '']: RegExpExecArray,
  isFinal: boolean,
): Step | null {
  const start = gap + opening.length
  const isWrapping = !state.hasText && WRAPPING_LANGUAGE.test(language)
  if (!isWrapping) {
    const request = findRequest(state.held.slice(start), state, isFinal)
    if (request === 'undecided') return null
    const end = request ? fenceEnd(state.held, start + request.length, sign, isFinal) : null
    if (end === 'undecided') return null
    if (request && end !== null) return takeRequest(state, request, end)
    state.fence = sign
  }
  // The line break after the opening is held back with the next line.
  return show(state, start - 1)
}

/** Returns where a code block ends when nothing more stands in it; null when more does. */
function fenceEnd(text: string, from: number, sign: string, isFinal: boolean): number | null | 'undecided' {
  const rest = text.slice(from)
  const blanks = rest.length - rest.trimStart().length
  const after = rest.slice(blanks)
  if (after.startsWith(sign)) return from + blanks + sign.length
  if (after === '') return isFinal ? text.length : 'undecided'
  return sign.startsWith(after) && !isFinal ? 'undecided' : null
}

/** Decides on a line of code: only the last of a reply can be a request. Null as above. */
function lineInFence(state: ReaderState, gap: number, isFinal: boolean): Step | null {
  const line = state.held.slice(gap)
  const { fence } = state
  if (line.startsWith(fence)) {
    state.fence = ''
    return restOfLine(state, gap)
  }
  if (!isFinal && fence.startsWith(line)) return null
  const request = findRequest(line, state, isFinal)
  if (request === 'undecided') return null
  const isTaken = request && isLastOfCode(line, request, fence, isFinal)
  if (isTaken === 'undecided') return null
  return request && isTaken ? takeRequest(state, request, gap + request.length) : restOfLine(state, gap)
}

/** Returns whether nothing but the end of the code follows a request. */
function isLastOfCode(
  line: string,
  { length, is_cut }: FoundRequest,
  fence: string,
  isFinal: boolean,
): boolean | 'undecided' {
  if (is_cut) return true
  const end = fenceEnd(line, length, fence, isFinal)
  if (end === 'undecided') return end
  if (end === null || line.slice(end).trim() !== '') return false
  return isFinal || 'undecided'
}

/** Records a request, and drops it with the blanks before it. */
function takeRequest(state: ReaderState, { kind, content, is_cut }: FoundRequest, length: number): Step {
  const before = state.requests[kind] ?? []
  state.requests[kind] = [...new Set([...before, ...readList(content)])].slice(0, MAX_REQUESTS)
  state.isDropping = is_cut
  state.followsRequest = true
  return { text: '', length }
}

/** Returns the request that a line begins, null for any other line; `undecided` when that depends on what follows. */
function findRequest(
  line: string,
  { hasText }: Pick<ReaderState, 'hasText'>,
  isFinal: boolean,
): FoundRequest | null | 'undecided' {
  const opening = OPENING.exec(line)
  if (!opening) return !isFinal && OPENING_PREFIX.test(line) ? 'undecided' : null
  const [{ length }, name = ''] = opening
  const kind = name.toLowerCase() === 'more' ? 'more' : 'next'
  const rest = line.slice(length)
  if (rest === '') return isFinal ? { kind, content: '', length, is_cut: false } : 'undecided'
  const found = rest.startsWith('[') ? findList(rest, isFinal) : findPlain(rest, kind, hasText, isFinal)
  if (found === null || found === 'undecided') return found
  return { kind, content: rest.slice(0, found.length), length: length + found.length, is_cut: found.is_cut }
}

type RequestEnd = Pick<FoundRequest, 'length' | 'is_cut'>

/** Returns the end of a list, which is cut at `MAX_LIST_CHARS`; `undecided` when more of it may follow. */
function findList(text: string, isFinal: boolean): RequestEnd | 'undecided' {
  const head = text.slice(0, MAX_LIST_CHARS)
  const end = listEnd(head)
  if (end !== null) return { length: end, is_cut: false }
  const is_cut = text.length > MAX_LIST_CHARS
  return is_cut || isFinal ? { length: head.length, is_cut } : 'undecided'
}

/** Returns the end of the line of a list, or of the last further line that goes on with it; null when more may follow. */
function listEnd(text: string): number | null {
  let from = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    if (LIST_END.test(text.slice(from, end))) return end
    const gap = text.slice(end).search(/\S/)
    if (gap < 0) return null
    if (!LIST_LINE.test(text.slice(end + gap))) return end
    from = end + gap
  }
  return null
}

/**
 * Returns the end of a request in plain words. It is one only as the last line of a reply: of questions, or as the whole
 * reply of searches, which are no sentences; null otherwise.
 */
function findPlain(
  text: string,
  kind: RequestKind,
  hasText: boolean,
  isFinal: boolean,
): RequestEnd | null | 'undecided' {
  const end = text.indexOf('\n')
  const line = end < 0 ? text : text.slice(0, end)
  if (text.length > MAX_PLAIN_CHARS || text.slice(line.length).trim() !== '') return null
  if (!isFinal) return 'undecided'
  const isRequest = kind === 'next' ? ENDS_AS_QUESTION.test(line) : !hasText && !ENDS_AS_SENTENCE.test(line)
  return isRequest ? { length: line.length, is_cut: false } : null
}

const listShape = z.array(z.unknown())

/** Reads the texts of a list, also one that is cut off, or of plain words. */
function readList(content: string): string[] {
  const list = content.startsWith('[') ? readStructuredReply(content, listShape) : null
  const items: unknown[] = list ?? plainItems(content)
  return items
    .flatMap((item) => (typeof item === 'string' ? item.replace(/\s+/g, ' ').trim() : []))
    .filter((item) => /[\p{L}\p{N}]/u.test(item) && item.length <= MAX_REQUEST_CHARS)
    .slice(0, MAX_REQUESTS)
}

/** Splits plain words after each question, or at the signs between searches. */
const plainItems = (content: string): string[] =>
  content
    .split(/[?？]/.test(content) ? /(?<=[?？])/ : /[,，;；\n]/)
    .map((item) => item.replaceAll(/^[\s,，;；["“「'*_`\]]{1,8}|[\s["”」'*_`\]]{1,8}$/g, ''))
