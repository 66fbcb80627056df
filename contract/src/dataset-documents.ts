import { z } from 'zod'
import { folderId } from './dataset-shapes.ts'
import { documentType, documentWithPaper, parsingState } from './document.ts'
import type { Endpoints } from './endpoint.ts'
import {
  emptyAsAbsent,
  id,
  listOf,
  noInput,
  noOutput,
  optionalText,
  optionalWholeNumber,
  pagedDatasetInput,
  pageOf,
} from './shapes.ts'

/** Filters by a value clicked in the statistics: the documents whose papers have it. */
const statisticsFilters = {
  year: optionalWholeNumber(1, 9_999),
  /** Name of the journal or conference. */
  source: optionalText(300),
  author: optionalText(200),
  term: optionalText(200),
  /** A code of `literatureTypes`. */
  resource_type: optionalWholeNumber(1, 10),
}

/**
 * Calls about the documents of datasets, and the dictionary of their types. The paths are those of the specification,
 * with its spellings, except in calls marked `extra`. For `menu` and `extra` see `Endpoint`.
 */
export const datasetDocumentsApi = {
  privatePage: {
    method: 'GET',
    path: '/api/dataset/private/{current_page}/{page_size}',
    access: 'user',
    menu: '/knowledgeBase',
    summary: "What is in the caller's private dataset",
    input: pagedDatasetInput({
      keyword: optionalText(200),
    }),
    output: pageOf(documentWithPaper),
  },
  documents: {
    method: 'GET',
    path: '/api/dataset/{dataset_id}/document_paper_detail/{current_page}/{page_size}',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Documents of a dataset with their papers',
    input: pagedDatasetInput({
      dataset_id: id,
      folder_id: folderId,
      tag_ids: listOf(id, 50),
      keyword: optionalText(200),
      /** `working`: queued, parsing or indexing. */
      state: emptyAsAbsent(z.enum([...parsingState.options, 'working']).optional()),
      document_type: emptyAsAbsent(documentType.optional()),
      ...statisticsFilters,
      sort: emptyAsAbsent(z.enum(['added', 'title', 'year', 'citations']).default('added')),
    }),
    output: pageOf(documentWithPaper),
  },
  keepPapers: {
    method: 'POST',
    path: '/api/dataset/paper/sync_batch_2_folder',
    access: 'user',
    summary: 'Puts papers into folders; what is already there is skipped and reported',
    input: z.object({
      paper_id_list: z.array(id).min(1).max(500),
      targets: z
        .array(
          z.object({
            dataset_id: id,
            /** Null, empty or absent: the dataset without a folder. A filter's `folderId` means all folders instead. */
            folder_id: z.preprocess((value) => value || null, id.nullable()),
          }),
        )
        .min(1)
        .max(20),
    }),
    output: z.object({
      /** Number of papers that at least one target did not have yet. */
      added: z.number().int(),
      /** Papers that every target already had. */
      skipped: z.array(id),
      /** Papers that do not exist. */
      missing: z.array(id),
    }),
  },
  /** The reverse of `keepPapers`: names papers where `removeDocuments` names documents. */
  dropPapers: {
    method: 'DELETE',
    path: '/api/dataset/paper/sync_batch_2_folder',
    access: 'user',
    summary: 'Takes papers out of a dataset; those that are not in it are passed over',
    input: z.object({ dataset_id: id, paper_id_list: z.array(id).min(1).max(500) }),
    output: z.object({ removed: z.number().int() }),
    extra: true,
  },
  removeDocuments: {
    method: 'DELETE',
    path: '/api/dataset/{dataset_id}/document/_bach',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Takes documents out of a dataset, all or none',
    input: z.object({ dataset_id: id, document_ids: z.array(id).min(1).max(500) }),
    output: noOutput,
  },
  removeFromFolder: {
    method: 'DELETE',
    path: '/api/dataset/document/remove_from_folder',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Takes documents out of a folder, not out of the dataset',
    input: z.object({ dataset_id: id, folder_id: id, document_ids: z.array(id).min(1).max(500) }),
    output: noOutput,
  },
  literatureTypes: {
    method: 'GET',
    path: '/api/dict/dictLiteratureList',
    access: 'user',
    summary: 'Literature types: the values 1–10 of `resource_type`',
    input: noInput,
    /** `mark` is the type mark of GB/T 7714, such as `J` or `PP`. */
    output: z.array(z.object({ code: z.number().int(), name: z.string(), mark: z.string() })),
  },
} satisfies Endpoints
