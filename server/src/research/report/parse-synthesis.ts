import { RESEARCH_DEPTHS, type ResearchState, type ResearchSynthesis } from '@scinav/contract'
import type { z } from 'zod'
import { UnusableOutput, WRONG_FORM } from '../model/model-call.ts'
import { parseJsonObject } from '../model/request-validated.ts'
import { isCited, parseCell } from './cited-cells.ts'
import { nameWorks, type OfferedWorks } from './offered-works.ts'
import { synthesisShape } from './synthesis-shape.ts'

/** Maximum number of agreements, of disagreements and of gaps. */
const MAX_POINTS = 6
/** Minimum number of usable sections of an outline. */
const MIN_SECTIONS = 2

/**
 * Reads a synthesis. Works are named by their ids in the prompt (`E3`), and what names none is left out.
 *
 * @throws UnusableOutput when the text is no synthesis, or has fewer than `MIN_SECTIONS` usable sections.
 */
export function parseSynthesis(text: string, offered: OfferedWorks, state: ResearchState): ResearchSynthesis {
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

/** Maximum number of columns of the table. */
const MAX_DIMENSIONS = 5

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

/** Maximum number of phases or branches of the figure. */
const MAX_GROUPS = 6
/** Maximum number of entries of each phase or branch. */
const MAX_ITEMS = 4
/** With fewer entries a figure shows nothing that the text does not. */
const MIN_FIGURE_ITEMS = 3

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
