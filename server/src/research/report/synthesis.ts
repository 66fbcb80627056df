import {
  RESEARCH_DEPTHS,
  type ResearchEvent,
  type ResearchEvidence,
  type ResearchState,
  type ResearchSynthesis,
} from '@scinav/contract'
import { z } from 'zod'
import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import { renderPrompt } from '../../models/prompts/index.ts'
import {
  type ModelCall,
  parseJsonObject,
  requestValidated,
  UnusableOutput,
  WRONG_FORM,
  withModel,
} from '../model/with-model.ts'
import { questionLanguage } from '../paste/work-names.ts'
import { MIN_REPORT_SOURCES, type Research, researchEvent } from '../run/research.ts'
import { REPORT_FRAMES } from './frames.ts'
import { flattenIds, nameWorks, type OfferedWorks, offerWorks, workBlocks } from './offered-works.ts'

/** How long the model may take for the synthesis, ms. */
const SYNTHESIS_TIMEOUT_MS = 180_000
/** Bounds the reply of the model. */
const MAX_SYNTHESIS_TOKENS = 6_000
/** Maximum number of sentences of a work that the model compares. */
const MAX_SENTENCES_PER_WORK = 3
/** Room for a work in the prompt, for its note and its sentences. */
const TOKENS_PER_WORK = 350
/** Largest share of the model's context that the works may take. */
const CONTEXT_SHARE = 0.5
/** Maximum number of columns of the table. */
const MAX_DIMENSIONS = 5
/** Maximum number of agreements, of disagreements and of gaps. */
const MAX_POINTS = 6
/** Minimum number of usable sections of an outline. */
const MIN_SECTIONS = 2
/** Maximum number of phases or branches of the figure, and of entries of each. */
const MAX_GROUPS = 6
const MAX_ITEMS = 4
/** With fewer entries a figure shows nothing that the text does not. */
const MIN_FIGURE_ITEMS = 3
const LANGUAGE_NAMES = { zh: 'Chinese', en: 'English' }

/** Returns whether a run has notes on enough works for a report that compares them. */
export const isSurvey = ({ engine, notes }: Pick<ResearchState, 'engine' | 'notes'>): boolean =>
  engine === 'model' && new Set(notes.map(({ source_id }) => source_id)).size >= MIN_REPORT_SOURCES

/** Compares the works that were read and decides the outline: by the model, else from the notes and the plan. */
export async function* synthesize(research: Research): AsyncGenerator<ResearchEvent> {
  const { state } = research
  const task = { task: 'synthesis' as const, about: 'synthesis', title: '' }
  const byModel = yield* withModel(research, task, (call) => requestSynthesis(call, state()))
  yield researchEvent('synthesis.ready', { synthesis: byModel ?? synthesisFromNotes(state()) })
}

/**
 * Returns the evidence of the notes, most relevant works first; of equally relevant ones, the steps take
 * turns.
 */
export function notedEvidence({
  notes,
  evidence,
}: Pick<ResearchState, 'notes' | 'evidence'>): ResearchEvidence[] {
  const byId = new Map(evidence.map((each) => [each.evidence_id, each]))
  const groups = Map.groupBy(notes, ({ step_id, relevance }) => `${relevance} ${step_id}`)
  return [...groups.values()]
    .flatMap((group) => group.map((note, turn) => ({ note, turn })))
    .toSorted((a, b) => b.note.relevance - a.note.relevance || a.turn - b.turn)
    .flatMap(({ note: { evidence_ids } }) => evidence_ids.flatMap((id) => byId.get(id) ?? []))
}

/**
 * Requests a synthesis of the works that were read.
 *
 * @throws UnusableOutput without a usable outline; ModelFault; TimeoutError.
 */
async function requestSynthesis(call: ModelCall, state: ResearchState): Promise<ResearchSynthesis> {
  const { model, nonce } = call
  const { works_compared, works_a_section, table_rows, body_sections } = RESEARCH_DEPTHS[state.depth]
  const offered = offerWorks(state, notedEvidence(state), {
    works: works_compared,
    sentences_a_work: MAX_SENTENCES_PER_WORK,
    tokens: Math.min(works_compared * TOKENS_PER_WORK, model.context_tokens * CONTEXT_SHARE),
  })
  const tagged = (name: string, text: string) =>
    `<${name}-${nonce}>\n${escapeData(text, nonce)}\n</${name}-${nonce}>`
  const language = questionLanguage(state.question)
  const values = {
    language: LANGUAGE_NAMES[language],
    sections: String(body_sections),
    works: String(works_a_section),
    rows: String(table_rows),
    nonce,
  }
  const { output } = await requestValidated(call, {
    messages: [
      { role: 'system', content: renderPrompt('research-synthesis', values) },
      {
        role: 'user',
        content: [
          tagged('question', state.question),
          tagged('steps', state.steps.map(({ title, goal }) => `${title}: ${goal}`).join('\n')),
          workBlocks(offered, state, nonce),
        ].join('\n\n'),
      },
    ],
    max_tokens: MAX_SYNTHESIS_TOKENS,
    within_ms: SYNTHESIS_TIMEOUT_MS,
    read: (text) => parseSynthesis(text, offered, state),
  })
  return output
}

/** Maximum lengths of the texts of a model, in characters; longer ones are cut. */
const MAX_CELL_CHARS = 300
const MAX_TEXT_CHARS = 400
const MAX_TITLE_CHARS = 80

/** Text on one line, cut to its first characters; '' for a value that is no text. */
const textShape = (maxChars: number) =>
  z
    .string()
    .transform((text) => stripInvisible(text).replace(/\s+/g, ' ').trim().slice(0, maxChars))
    .catch('')
/** Ids of works in the prompt, `E3`. */
const worksShape = z.array(z.coerce.string()).catch([])

/** The answer of the model. Only the outline is required: parts that are missing or malformed become empty. */
const synthesisShape = z.object({
  table: z
    .object({
      label: textShape(MAX_TITLE_CHARS),
      dimensions: z.array(textShape(MAX_TITLE_CHARS)).catch([]),
      rows: z
        .array(
          z.object({
            label: textShape(MAX_TITLE_CHARS),
            cells: z.array(textShape(MAX_CELL_CHARS)).catch([]),
          }),
        )
        .catch([]),
    })
    .catch({ label: '', dimensions: [], rows: [] }),
  figure: z
    .object({
      kind: z.enum(['timeline', 'taxonomy']),
      groups: z.array(
        z.object({ label: textShape(MAX_TITLE_CHARS), items: z.array(textShape(MAX_CELL_CHARS)).catch([]) }),
      ),
    })
    .nullable()
    .catch(null),
  agreements: z.array(z.object({ point: textShape(MAX_TEXT_CHARS), works: worksShape })).catch([]),
  disagreements: z
    .array(
      z.object({
        point: textShape(MAX_TEXT_CHARS),
        sides: z.array(z.object({ view: textShape(MAX_TEXT_CHARS), works: worksShape })).catch([]),
        why: textShape(MAX_TEXT_CHARS),
      }),
    )
    .catch([]),
  gaps: z.array(textShape(MAX_TEXT_CHARS)).catch([]),
  outline: z.array(
    z.object({ title: textShape(MAX_TITLE_CHARS), purpose: textShape(MAX_TEXT_CHARS), works: worksShape }),
  ),
})

/**
 * Reads a synthesis. Works are named by their ids in the prompt (`E3`), and what names none is left out.
 *
 * @throws UnusableOutput when the text is no synthesis, or has fewer than `MIN_SECTIONS` usable sections.
 */
function parseSynthesis(text: string, offered: OfferedWorks, state: ResearchState): ResearchSynthesis {
  const { success, data } = synthesisShape.safeParse(parseJsonObject(text))
  if (!success) throw new UnusableOutput(WRONG_FORM)
  const toSources = (ids: string[]) => {
    // `E3` is the third of the offered works.
    const works = ids.flatMap((id) => offered.works[Number(/\d+/.exec(id)?.[0]) - 1] ?? [])
    return [...new Set(works.map(({ source_id }) => source_id))]
  }
  const withNames = (text: string) => nameWorks(text, offered, state)
  const { is_short, table_rows, body_sections } = RESEARCH_DEPTHS[state.depth]
  const outline = data.outline
    .map(({ title, purpose, works }) => ({
      title,
      purpose: withNames(purpose),
      source_ids: toSources(works),
    }))
    .filter(({ title, source_ids }) => title !== '' && source_ids.length > 0)
    .slice(0, body_sections)
  if (outline.length < MIN_SECTIONS) throw new UnusableOutput('模型没有给出可用的提纲')
  const figure = is_short ? null : parseFigure(data.figure, offered)
  return {
    made_by: 'model',
    table: parseTable(data.table, offered, table_rows),
    ...(figure && { figure }),
    agreements: data.agreements
      .map(({ point, works }) => ({ point: withNames(point), source_ids: toSources(works) }))
      .filter(({ point, source_ids }) => point !== '' && source_ids.length > 1)
      .slice(0, MAX_POINTS),
    disagreements: data.disagreements
      .map(({ point, sides, why }) => ({
        point: withNames(point),
        why: withNames(why),
        sides: sides
          .map(({ view, works }) => ({ view: withNames(view), source_ids: toSources(works) }))
          .filter(({ source_ids }) => source_ids.length > 0),
      }))
      .filter(({ point, sides }) => point !== '' && sides.length > 1)
      .slice(0, MAX_POINTS),
    gaps: data.gaps
      .filter((gap) => gap !== '')
      .slice(0, MAX_POINTS)
      .map(withNames),
    outline,
  }
}

/** A bracket with ids: `[E1.2]`, `（E3，E4）`. */
const ID_BRACKET = /[[【［(（]\s?E\s?\d[^\]】］)）\n]{0,80}[\]】］)）]/gi

/** Returns the table with the ids in its cells as evidence; rows without any cited cell are left out. */
function parseTable(
  { label, dimensions, rows }: z.output<typeof synthesisShape>['table'],
  offered: OfferedWorks,
  maxRows: number,
): ResearchSynthesis['table'] {
  const columns = dimensions.slice(0, MAX_DIMENSIONS)
  const parsed = rows.slice(0, maxRows).map((row) => ({
    label: row.label,
    cells: columns.map((_, at) => parseCell(row.cells[at] ?? '', offered)),
  }))
  return { label, dimensions: columns, rows: parsed.filter(({ cells }) => cells.some(isCited)) }
}

type CitedText = ResearchSynthesis['table']['rows'][number]['cells'][number]

const isCited = ({ evidence_ids }: Pick<CitedText, 'evidence_ids'>) => evidence_ids.length > 0

/** A part of a cell with the ids of the sentences that stand behind it. */
interface CellPart {
  text: string
  evidence_ids: string[]
}

/** Divides a cell at its lists of ids; `tail` is the text after the last one. */
function divideCell(text: string, offered: OfferedWorks): { parts: CellPart[]; tail: string } {
  // `flattenIds` numbers all sentences: `[E1.2]` becomes `[E5]`.
  const flat = flattenIds(text, offered)
  const parts: CellPart[] = []
  let end = 0
  for (const { 0: list, index } of flat.matchAll(ID_BRACKET)) {
    const ids = list.match(/\d+/g) ?? []
    const evidence_ids = ids.flatMap((id) => offered.flat.get(`E${id}`)?.evidence_id ?? [])
    const before = flat.slice(end, index).trim()
    const lastPart = parts.at(-1)
    // Adjacent lists of ids belong to the same part.
    if (before === '' && lastPart) lastPart.evidence_ids.push(...evidence_ids)
    else parts.push({ text: before, evidence_ids })
    end = index + list.length
  }
  return { parts, tail: flat.slice(end) }
}

/**
 * Returns the text of a cell without its ids, and the sentences that they name. Where ids stand behind several parts of
 * it, each part keeps its own; where text follows the last ids, all of them belong to the whole.
 */
function parseCell(text: string, offered: OfferedWorks): CitedText {
  const { parts, tail } = divideCell(text, offered)
  const [first, ...more] = parts.map((part) => ({ ...part, evidence_ids: [...new Set(part.evidence_ids)] }))
  const isDivided = more.length > 0 && !/[\p{L}\p{N}]/u.test(tail)
  if (first?.text && isDivided && [first, ...more].every(isCited)) return { ...first, more }
  return {
    // The blanks before the removed brackets go with them.
    text: text
      .replace(ID_BRACKET, '')
      .replace(/ (?=[；，。;,.]|$)/g, '')
      .replace(/[。.]$/, '')
      .trim(),
    evidence_ids: [...new Set(parts.flatMap(({ evidence_ids }) => evidence_ids))],
  }
}

/** Returns the phases or branches with their cited entries; null where too few are left. */
function parseFigure(
  figure: z.output<typeof synthesisShape>['figure'],
  offered: OfferedWorks,
): ResearchSynthesis['figure'] | null {
  if (!figure) return null
  const groups = figure.groups
    .slice(0, MAX_GROUPS)
    .map(({ label, items }) => ({
      label,
      items: items
        .slice(0, MAX_ITEMS)
        .map((item) => parseCell(item, offered))
        .filter((item) => item.text !== '' && isCited(item)),
    }))
    .filter(({ label, items }) => label !== '' && items.length > 0)
  const isTooSmall = groups.flatMap(({ items }) => items).length < MIN_FIGURE_ITEMS
  return isTooSmall ? null : { kind: figure.kind, groups }
}

/** Sets the notes side by side without a model: a row for each work, and a section for each step. */
function synthesisFromNotes(state: ResearchState): ResearchSynthesis {
  const { notes, steps, read, depth } = state
  const frame = REPORT_FRAMES[questionLanguage(state.question)]
  const ranked = notes.toSorted((a, b) => b.relevance - a.relevance)
  const { body_sections, table_rows } = RESEARCH_DEPTHS[depth]
  const rows = ranked.slice(0, table_rows).map((note) => ({
    label: read.find(({ source_id }) => source_id === note.source_id)?.title ?? '',
    cells: [note.method, note.data, note.claim, note.limits].map((text) => ({
      text,
      evidence_ids: text === '' ? [] : note.evidence_ids.slice(0, 1),
    })),
  }))
  const outline = steps.flatMap(({ step_id, title, goal }) => {
    const source_ids = ranked.flatMap((note) => (note.step_id === step_id ? [note.source_id] : []))
    return source_ids.length > 0 ? [{ title, purpose: goal, source_ids }] : []
  })
  const { method, data, result, limitation } = frame.aspects
  return {
    made_by: 'notes',
    table: { label: frame.source, dimensions: [method, data, result, limitation], rows },
    agreements: [],
    disagreements: [],
    gaps: [],
    outline: outline.slice(0, body_sections),
  }
}
