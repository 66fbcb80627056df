import { hash } from 'node:crypto'
import { blankWork, type ResearchEvent } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { isChineseText } from '@scinav/search'
import { toolsFor } from '../../chat/mcp/index.ts'
import { McpFault } from '../../platform/providers/mcp/port.ts'
import { buildEvidence, type Evidence } from '../../retrieval/index.ts'
import { hasRestrictedDataset } from '../model/choose-engine.ts'
import { type Research, researchEvent } from '../run/research.ts'
import type { RetrievalResult } from './search-result.ts'

type AllowedTool = Awaited<ReturnType<typeof toolsFor>>[number]

/** A tool that can search, and the name of its query argument. */
interface SearchTool {
  tool: AllowedTool
  argument: string
}

/** Maximum number of tools that a run searches with. */
const MAX_TOOLS = 3
const TOOL_TIMEOUT_MS = 30_000
/** Maximum length of a tool's answer that is read, in characters. */
const MAX_ANSWER_CHARS = 20_000
/** Maximum number of passages of one answer. */
const MAX_PASSAGES = 10
/** Length of the hash in the id of a source, in hex digits. */
const SOURCE_HASH_CHARS = 24

const EXTERNAL_TOOLS_FORBIDDEN = '选择的知识库不向外部模型开放，它的内容也不能发给外部工具：没有使用工具'

/** The tools that a run searches with. */
interface ToolChoice {
  usable: SearchTool[]
  /** Messages in Chinese about chosen servers that are not used. */
  notes: string[]
}

/**
 * Returns the tools of the chosen servers that a run may search with: enabled by the operator and the user, read-only,
 * and with a query argument. The user approves the plan, not single calls; tools that change something need approval
 * for each call and are left to chats.
 */
export async function selectTools({ ctx, request }: Pick<Research, 'ctx' | 'request'>): Promise<ToolChoice> {
  if (request.mcp_ids.length === 0) return { usable: [], notes: [] }
  if (await hasRestrictedDataset(ctx, request.sources))
    return { usable: [], notes: [EXTERNAL_TOOLS_FORBIDDEN] }
  const tools = await toolsFor(ctx, request.mcp_ids)
  const readOnly = tools.filter(({ writes }) => !writes)
  const fitting = readOnly.flatMap((tool) => {
    const argument = queryArgument(tool.parameters)
    return argument === null ? [] : [{ tool, argument }]
  })
  const usable = fitting.slice(0, MAX_TOOLS)
  const namesOf = (list: { name: string }[]) => list.map(({ name }) => name).join('、')
  const writing = tools.filter(({ writes }) => writes)
  const unfit = readOnly.filter((tool) => !usable.some((each) => each.tool === tool))
  return {
    usable,
    notes: [
      ...(tools.length === 0 ? ['选择的工具现在都不能用（没有启用、没有批准或连接不上），没有使用'] : []),
      ...(writing.length > 0 ? [`会改动内容、每次都要您确认的工具没有使用：${namesOf(writing)}`] : []),
      ...(unfit.length > 0 ? [`不能按检索词查询的工具没有使用：${namesOf(unfit)}`] : []),
    ],
  }
}

/** Names by which servers call the query, the clearest first. */
const QUERY_ARGUMENT_NAMES = [
  'query',
  'q',
  'question',
  'keywords',
  'keyword',
  'search',
  'text',
  'term',
  'input',
  'prompt',
]

/** Returns the name of a tool's query argument; null when the tool takes no text or requires other arguments. */
export function queryArgument(parameters: object): string | null {
  const { properties = {}, required = [] } = parameters as {
    properties?: Record<string, { type?: unknown }>
    required?: unknown
  }
  if (typeof properties !== 'object' || properties === null || !Array.isArray(required)) return null
  const texts = Object.keys(properties).filter((name) => properties[name]?.type === 'string')
  const named = QUERY_ARGUMENT_NAMES.find((name) => texts.includes(name))
  const argument = named ?? (texts.length === 1 ? texts[0] : undefined)
  if (argument === undefined || required.some((name) => name !== argument)) return null
  return argument
}

/** Runs the tools for one query of a step and returns their answers as evidence, which adds to the library's. */
export async function* searchTools(
  { signal, ctx }: Pick<Research, 'signal' | 'ctx'>,
  tools: SearchTool[],
  search: { call_id: string; step_id: string; query: string; found: RetrievalResult },
): AsyncGenerator<ResearchEvent, Evidence[]> {
  const { step_id, query, found } = search
  const all: Evidence[] = []
  for (const { tool, argument } of tools) {
    const call_id = `${search.call_id}-${tool.name}`
    yield researchEvent('tool.started', { call_id, step_id, name: tool.name, query, engines: [] })
    let evidence: Evidence[] = []
    let error: string | null = null
    try {
      const callSignal = AbortSignal.any([signal, AbortSignal.timeout(TOOL_TIMEOUT_MS)])
      evidence = answerEvidence(tool.name, await tool.run({ [argument]: query }, callSignal), found)
    } catch (fault) {
      signal.throwIfAborted()
      ctx.log.warn({ err: fault, tool: tool.name }, 'a tool of a research failed')
      error = failureReason(fault)
    }
    yield researchEvent('tool.finished', { call_id, step_id, found: evidence.length, error })
    all.push(...evidence)
  }
  return all
}

/** Returns why a tool failed, in Chinese for the user. */
function failureReason(fault: unknown): string {
  if (fault instanceof McpFault) return fault.message
  return (fault as { name?: string }).name === 'TimeoutError'
    ? `工具没有在 ${TOOL_TIMEOUT_MS / 1_000} 秒内答复`
    : '调用工具时出错'
}

/** Converts a tool's answer into a source whose id is derived from its text, so that equal answers are one source. */
function answerEvidence(name: string, answer: string, { concepts, question }: RetrievalResult): Evidence[] {
  const text = answer.slice(0, MAX_ANSWER_CHARS).trim()
  if (text === '') return []
  const source_id = `tool-${hash('sha256', `${name}\n${text}`, 'hex').slice(0, SOURCE_HASH_CHARS)}`
  const language = isChineseText(text) ? 'zh' : 'en'
  const work = { ...blankWork(`工具${inCorners(name)}的答复`, 0), abstract: text, language }
  return buildEvidence([{ source_id, paper_id: null, engine: name, work }], concepts, question.language)
    .filter(({ field }) => field === 'abstract')
    .toSorted((a, b) => b.coverage - a.coverage)
    .slice(0, MAX_PASSAGES)
}
