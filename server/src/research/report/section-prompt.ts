import type { ResearchState } from '@scinav/contract'
import { escapeData } from '../../language/text/clean.ts'
import { renderPrompt, reportStyleText, sectionFormText } from '../../models/prompts/index.ts'
import { LANGUAGE_NAMES, taggedData } from '../model/prompt-parts.ts'
import { type OfferedWorks, sentenceIds, workIds } from './offered-works.ts'
import { lengthText } from './section-length.ts'
import type { RevisionInput, SectionTask } from './section-task.ts'

/** Returns the rules for a section of this kind, and for its revision where one is asked for. */
export function systemRules(task: SectionTask, nonce: string): string {
  const { language, kind, state, revising } = task
  const values = {
    language: LANGUAGE_NAMES[language],
    nonce,
    style: reportStyleText(state.report_style),
    form: sectionFormText(kind),
    length: lengthText(task),
  }
  return [
    renderPrompt('research-section', values),
    ...(revising ? [renderPrompt('research-revise', { nonce })] : []),
  ].join('\n\n')
}

/** Returns the blocks with the question, the section, and what the synthesis found that concerns it. */
export function taskBlocks(task: SectionTask, offered: OfferedWorks, nonce: string): string {
  const { state, title, goal, kind } = task
  const outline =
    state.synthesis?.outline.map((each, at) => `${at + 1}. ${each.title}: ${each.purpose}`) ?? []
  const points = synthesisPoints(task, offered)
  // The last sections refer to what the others say.
  const written = kind === 'conclusion' || kind === 'open' ? writtenText(state) : ''
  return [
    taggedData('question', state.question, nonce),
    ...(outline.length > 0 ? [taggedData('outline', outline.join('\n'), nonce)] : []),
    taggedData('section', `${title}\n${goal}`.trim(), nonce),
    ...(points === '' ? [] : [taggedData('points', points, nonce)]),
    ...(written === '' ? [] : [taggedData('written', written, nonce)]),
  ].join('\n')
}

/** Maximum length of the sections already written in the prompt, in characters. */
const MAX_WRITTEN_CHARS = 5_000

/** Returns the text of the sections that a model wrote so far, without markers and tables, each cut to its share. */
function writtenText({ sections }: ResearchState): string {
  const texts = sections
    .filter(({ written_by, kind }) => written_by === 'model' && kind !== 'table')
    .map(({ title, text }) => `${title}\n${text.replace(/\[\d+\]/g, '').trim()}`)
  return texts.map((text) => text.slice(0, MAX_WRITTEN_CHARS / texts.length)).join('\n\n')
}

/** Returns agreements, disagreements and gaps of the synthesis with the ids of the prompt; '' for a main section. */
function synthesisPoints({ state: { synthesis }, kind }: SectionTask, offered: OfferedWorks): string {
  if (!synthesis || kind === 'body' || kind === 'evidence') return ''
  const ids = workIds(offered)
  const workList = (source_ids: string[]) => {
    const list = source_ids.flatMap((id) => ids.get(id) ?? [])
    return list.length > 0 ? ` (${list.join(', ')})` : ''
  }
  const agreements = synthesis.agreements.map(
    ({ point, source_ids }) => `agreement: ${point}${workList(source_ids)}`,
  )
  const disagreements = synthesis.disagreements.map(({ point, sides, why }) => {
    const views = sides.map(({ view, source_ids }) => `${view}${workList(source_ids)}`)
    return `disagreement: ${point}: ${[...views, ...(why === '' ? [] : [why])].join(' | ')}`
  })
  const gaps = synthesis.gaps.map((gap) => `open: ${gap}`)
  return [
    ...(kind === 'open' ? [] : [...agreements, ...disagreements]),
    ...(kind === 'agreement' ? [] : gaps),
  ].join('\n')
}

/**
 * Returns the prompt block with the present section, its markers replaced by the evidence ids of the prompt, and the
 * reader's wish.
 */
export function currentDraft(
  { wish, text, marks }: RevisionInput,
  offered: OfferedWorks,
  nonce: string,
): string {
  const ids = sentenceIds(offered)
  let draft = ''
  let from = 0
  for (const { start, end, evidence_id } of marks) {
    const id = ids.get(evidence_id)
    draft += `${escapeData(text.slice(from, start), nonce)}${id ? `[${id}]` : ''}`
    from = end
  }
  draft += escapeData(text.slice(from), nonce)
  return `<draft-${nonce}>\n${draft.trim()}\n</draft-${nonce}>\n${taggedData('wish', wish, nonce)}`
}
