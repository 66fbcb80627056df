import {
  type Concept,
  collectTextTerms,
  coverage,
  isChineseText,
  joinTermPlaces,
  workTerms,
} from '@scinav/search'
import { findPassagesById } from '../../knowledge/passages/index.ts'
import { escapeEvidenceIds, stripInvisible } from '../../language/text/clean.ts'
import { cutPaperPassages } from '../../language/text/paper-passages.ts'
import type { Context } from '../../platform/context/context.ts'
import {
  type Evidence,
  type FoundPaper,
  findPapersById,
  foundFileSources,
  hasChosenSources,
  withoutRetracted,
} from '../../retrieval/index.ts'
import type { AnswerTask } from '../task/task.ts'

type History = AnswerTask['history']

/** The evidence of earlier answers, in the order of its first citation, so that ids stay the same during the chat. */
export interface EarlierEvidence {
  /** Evidence ids by passage: `E1`, `E2` … */
  ids: Map<string, string>
  /** The passages that can still be read, except those of retracted works. */
  evidence: Evidence[]
  /** The ids of the passages that the last answer cites. */
  last: Set<string>
  /** Notes for the reader, in Chinese, about retracted works. */
  notes: string[]
}

/** The evidence of a chat without earlier answers. */
export const NO_EARLIER_EVIDENCE: EarlierEvidence = {
  ids: new Map(),
  evidence: [],
  last: new Set(),
  notes: [],
}

/**
 * Reads the passages that the answers of a chat cite, of files only as far as the actor may still read them. Works
 * found only by an external engine cannot be read again. Retracted works are left out as `withoutRetracted` does.
 */
export async function findEarlierEvidence(
  ctx: Pick<Context, 'db' | 'actor'>,
  { history, scope }: Pick<AnswerTask, 'history' | 'scope'>,
  { question, concepts }: { question: string; concepts: Concept[] },
): Promise<EarlierEvidence> {
  const ids = evidenceIds(history)
  const cited = history.flatMap(({ citations = [] }) => citations)
  const papers = [...new Set(cited.flatMap(({ paper_id }) => paper_id ?? []))]
  const filePassages = cited.filter(({ document_id }) => document_id).map(({ passage_id }) => passage_id)
  const files = await foundFileSources(ctx, await findPassagesById(ctx, [...new Set(filePassages)]))
  const sources = [...(await findPapersById(ctx, papers)), ...files]
  const evidence = sources.flatMap((source) => citedPassages(source, ids, concepts))
  const ranks = new Map([...ids.keys()].map((passage_id, index) => [passage_id, index]))
  const rankOf = ({ passage }: Evidence) => ranks.get(passage.passage_id) ?? 0
  // `scoped`: a cited passage is offered again whatever the question, so it counts as being about it.
  const usable = await withoutRetracted(
    ctx,
    evidence.toSorted((a, b) => rankOf(a) - rankOf(b)),
    { question, chosen: hasChosenSources(scope), scoped: true },
  )
  const last = history.at(-1)?.citations ?? []
  return {
    ids,
    ...usable,
    last: new Set(last.map(({ passage_id }) => passage_id)),
  }
}

/** Returns evidence ids by passage, in the order of the first citation. */
export function evidenceIds(history: History): Map<string, string> {
  const passages = new Set(history.flatMap(({ citations = [] }) => citations.map((each) => each.passage_id)))
  return new Map([...passages].map((passage_id, at) => [passage_id, `E${at + 1}`]))
}

/** Returns the passages of a source that have an id because earlier answers cite them. */
function citedPassages(paper: FoundPaper, ids: Map<string, string>, concepts: Concept[]): Evidence[] {
  const about = workTerms(paper.work)
  const texts: { field: Evidence['field']; passages: Evidence['passage'][] }[] = paper.texts
    ? [{ field: 'full_text', passages: paper.texts }]
    : cutPaperPassages(paper.source_id, paper.work)
  return texts.flatMap(({ field, passages }) =>
    passages
      .filter(({ passage_id }) => ids.has(passage_id))
      .map((passage) => {
        const terms = collectTextTerms([passage.text])
        const stated = joinTermPlaces(about, terms)
        // A cited passage is offered again whatever the question, so what ranks and admits it is neutral.
        return {
          ...paper,
          field,
          passage,
          terms,
          about,
          coverage: coverage(stated, concepts, isChineseText(passage.text)),
          expressible_share: 1,
          states_names: true,
          title_fit: 0,
          near: false,
          score: 0,
        }
      }),
  )
}

/** Returns an answer with evidence ids (`[E3]`) instead of citation numbers (`[1]`): a model sees only ids. */
export function withEvidenceIds(
  { answer, citations = [] }: History[number],
  ids: Map<string, string>,
): string {
  let text = ''
  /** The offset up to which the answer is copied. */
  let at = 0
  for (const { start, end, passage_id } of citations.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    const id = ids.get(passage_id)
    const marker = id ? `[${id}]` : ''
    // Several sentences of one passage have a marker each.
    const isRepeated = start === at && text.endsWith(marker)
    text += sanitizeAnswer(answer.slice(at, start)) + (isRepeated ? '' : marker)
    at = end
  }
  return text + sanitizeAnswer(answer.slice(at))
}

/** Removes text from an earlier answer that could pass for an evidence id. */
const sanitizeAnswer = (text: string) => escapeEvidenceIds(stripInvisible(text))
