import { expandDatasetPart } from '../knowledge/datasets/index.ts'
import {
  type PassageScope,
  scopeOfDatasets,
  scopeOfDocuments,
  scopeOfPapers,
  scopeOfPart,
} from '../knowledge/passages/index.ts'
import type { Context } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import * as papers from './paper.store.ts'

/** Where evidence is sought; empty lists and nulls do not narrow the search. */
export interface AnswerScope {
  paper_ids: string[]
  dataset_id: string | null
  /** Several datasets instead of one. */
  dataset_ids?: string[]
  document_ids: string[]
  /** Files of the actor that were attached to the question. */
  file_ids?: string[]
  /**
   * Whether attached files are read in addition to the library rather than instead of it, when nothing else is named.
   */
  beside_library?: boolean
  /** Limits the dataset `dataset_id` to documents in any of these folders or below them. */
  folder_ids?: string[]
  /** Limits the dataset `dataset_id` to documents with any of these tags. */
  tag_ids?: string[]
  /** `local` and the ids of external engines. */
  engines: string[]
}

/** Returns whether datasets, documents or files were chosen, which are searched instead of the library. */
export const hasChosenTexts = ({
  dataset_id,
  dataset_ids = [],
  document_ids,
  file_ids = [],
}: AnswerScope): boolean =>
  dataset_id !== null || dataset_ids.length + document_ids.length + file_ids.length > 0

/** Returns whether single papers, documents or files were chosen rather than whole datasets. */
export const hasChosenSources = ({
  paper_ids,
  document_ids,
  file_ids = [],
}: Pick<AnswerScope, 'paper_ids' | 'document_ids' | 'file_ids'>): boolean =>
  paper_ids.length + document_ids.length + file_ids.length > 0

/** Maximum number of papers of one dataset that are searched. */
const MAX_DATASET_PAPERS = 2_000

/** The resolved scope of a search. */
export interface EvidenceScope {
  /** Ids of the papers to search; null for the whole library. */
  papers: string[] | null
  /** The texts of files to search; null for none. */
  files: PassageScope | null
  /** Ids of the files that were attached to the question. */
  attached: string[]
  /** Whether a person chose single papers, documents or files rather than a whole dataset. */
  chosen: boolean
  /** Whether a dataset of the scope keeps its texts from external models. */
  closed: boolean
}

type Ctx = Pick<Context, 'db' | 'actor'>

/**
 * Resolves where evidence may come from: records of papers and texts of files in one pool. The first of these that was
 * chosen decides: a part of a dataset, papers and documents, attached files (unless `beside_library`), datasets, and
 * without a choice the whole library. Documents and datasets count only as far as the actor may read them now.
 *
 * @param outside whether the evidence goes to an external model; then, of all readable texts, only those that may be
 * sent are searched.
 * @throws AppError `dataset.not_found` when the actor may not read a dataset; `folder.not_found` or `tag.not_found`
 * when the dataset has no such folder or tag.
 */
export async function resolveEvidenceScope(
  ctx: Ctx,
  scope: Omit<AnswerScope, 'engines'>,
  outside: boolean,
): Promise<EvidenceScope> {
  const { paper_ids, dataset_id, document_ids, folder_ids = [], tag_ids = [], dataset_ids = [] } = scope
  const attached = scope.file_ids ?? []
  const documents = await papers.findDocuments(ctx.db, document_ids)
  const datasetIds = [...(dataset_id === null ? [] : [dataset_id]), ...dataset_ids]
  const ids = new Set([...datasetIds, ...documents.map((each) => each.dataset_id)])
  const found = await papers.findReadableDatasets(ctx.db, ctx.actor.id, ids)
  if (found.length < ids.size) throw new AppError('dataset.not_found')
  const closed = found.some(({ external_model_allowed }) => external_model_allowed === 0)
  const paperIds = [...paper_ids, ...documents.flatMap(({ paper_id }) => paper_id ?? [])]
  const readers = { outside }
  const common = { attached, closed, chosen: hasChosenSources(scope) }
  if (dataset_id !== null && folder_ids.length + tag_ids.length > 0) {
    const part = await expandDatasetPart(ctx, dataset_id, { folder_ids, tag_ids })
    paperIds.push(...(await papers.findPapersOfDataset(ctx.db, dataset_id, MAX_DATASET_PAPERS, part)))
    const files = await scopeOfPart(ctx, dataset_id, part, readers)
    return { papers: [...new Set(paperIds)], files, ...common }
  }
  if (paperIds.length + document_ids.length > 0) {
    const files = await scopeOfDocuments(ctx, document_ids, readers)
    return {
      papers: paperIds,
      files: mergeScopes(files, await scopeOfPapers(ctx, paper_ids, readers)),
      ...common,
    }
  }
  // A question with an attached file is about that file.
  if (datasetIds.length === 0 && attached.length > 0 && !scope.beside_library)
    return { papers: [], files: null, ...common }
  const files = await scopeOfDatasets(ctx, datasetIds.length > 0 ? datasetIds : null, readers)
  if (datasetIds.length === 0) return { papers: null, files, ...common }
  const papersByDataset = await Promise.all(
    datasetIds.map((id) => papers.findPapersOfDataset(ctx.db, id, MAX_DATASET_PAPERS)),
  )
  return { papers: [...new Set(papersByDataset.flat())], files, ...common }
}

/** Merges two scopes that both list their documents; null when both are. */
const mergeScopes = (one: PassageScope | null, other: PassageScope | null): PassageScope | null =>
  one && other
    ? {
        dataset_ids: [...new Set([...one.dataset_ids, ...other.dataset_ids])],
        document_ids: [...new Set([one, other].flatMap(({ document_ids }) => document_ids ?? []))],
      }
    : (one ?? other)
