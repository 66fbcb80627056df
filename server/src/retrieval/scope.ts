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

/** Where evidence is looked for; empty lists and nulls narrow nothing. */
export interface AnswerScope {
  paper_ids: string[]
  dataset_id: string | null
  /** Several datasets instead of one. */
  dataset_ids?: string[]
  document_ids: string[]
  /** The asking person's own files that were attached to the question. */
  file_ids?: string[]
  /** Where nothing else is named, attached files are read beside the library, not instead of it. */
  beside_library?: boolean
  /** Of the dataset: what lies in any of these folders or below, and carries any of these tags. */
  folder_ids?: string[]
  tag_ids?: string[]
  /** `local` and outside engines. */
  engines: string[]
}

/** Whether bases, documents or files were chosen, which are asked instead of the library. */
export const hasChosenTexts = ({
  dataset_id,
  dataset_ids = [],
  document_ids,
  file_ids = [],
}: AnswerScope): boolean =>
  dataset_id !== null || dataset_ids.length + document_ids.length + file_ids.length > 0

/** So many papers of one dataset are looked through. */
const MAX_DATASET_PAPERS = 2_000

/** Where evidence may come from. */
export interface EvidenceScope {
  /** Null for the whole library. */
  papers: string[] | null
  /** Texts of files; null for none. */
  files: PassageScope | null
  /** Files that were attached to the question. */
  attached: string[]
  /** Somebody chose what is asked about: papers, documents, files; not a whole base. */
  chosen: boolean
  /** A dataset that was asked about keeps its texts from models outside. */
  closed: boolean
}

type Ctx = Pick<Context, 'db' | 'actor'>

/**
 * What evidence may come from: papers' records and the texts of files, as one pool. Documents and datasets only as far as
 * the asking person may read them now.
 *
 * @param outside whether what is found goes to a model outside: of all that somebody may read, only what may be sent is
 * then looked at.
 * @throws AppError `dataset.not_found` for a dataset that is not theirs; `folder.not_found`, `tag.not_found` for what is
 * not of that dataset.
 */
export async function resolveEvidenceScope(
  ctx: Ctx,
  scope: Omit<AnswerScope, 'engines'>,
  outside: boolean,
): Promise<EvidenceScope> {
  const { paper_ids, dataset_id, document_ids, folder_ids = [], tag_ids = [], dataset_ids = [] } = scope
  const attached = scope.file_ids ?? []
  const documents = await papers.findDocuments(ctx.db, document_ids)
  const named = [...(dataset_id === null ? [] : [dataset_id]), ...dataset_ids]
  const ids = new Set([...named, ...documents.map((each) => each.dataset_id)])
  const found = await papers.findReadableDatasets(ctx.db, ctx.actor.id, ids)
  if (found.length < ids.size) throw new AppError('dataset.not_found')
  const closed = found.some(({ external_model_allowed }) => external_model_allowed === 0)
  const own = [...paper_ids, ...documents.flatMap(({ paper_id }) => paper_id ?? [])]
  const readers = { outside }
  const about = { attached, closed, chosen: own.length + document_ids.length + attached.length > 0 }
  if (dataset_id !== null && folder_ids.length + tag_ids.length > 0) {
    const part = await expandDatasetPart(ctx, dataset_id, { folder_ids, tag_ids })
    own.push(...(await papers.findPapersOfDataset(ctx.db, dataset_id, MAX_DATASET_PAPERS, part)))
    const files = await scopeOfPart(ctx, dataset_id, part, readers)
    return { papers: [...new Set(own)], files, ...about }
  }
  if (own.length + document_ids.length > 0) {
    const files = await scopeOfDocuments(ctx, document_ids, readers)
    return { papers: own, files: mergeScopes(files, await scopeOfPapers(ctx, paper_ids, readers)), ...about }
  }
  // Who attaches a file asks about it.
  if (named.length === 0 && attached.length > 0 && !scope.beside_library)
    return { papers: [], files: null, ...about }
  const files = await scopeOfDatasets(ctx, named.length > 0 ? named : null, readers)
  if (named.length === 0) return { papers: null, files, ...about }
  const within = await Promise.all(
    named.map((id) => papers.findPapersOfDataset(ctx.db, id, MAX_DATASET_PAPERS)),
  )
  return { papers: [...new Set(within.flat())], files, ...about }
}

/** Both, of which each names its documents. */
const mergeScopes = (one: PassageScope | null, other: PassageScope | null): PassageScope | null =>
  one && other
    ? {
        dataset_ids: [...new Set([...one.dataset_ids, ...other.dataset_ids])],
        document_ids: [...new Set([one, other].flatMap(({ document_ids }) => document_ids ?? []))],
      }
    : (one ?? other)
