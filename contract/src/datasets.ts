import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import {
  flag,
  id,
  listOf,
  noInput,
  nothing,
  optionalText,
  optionalWhole,
  pagedDatasetInput,
  pageOf,
  time,
} from './shapes.ts'
import { listNameRule } from './text-rules.ts'
import { work } from './work.ts'

const datasetKind = z.enum(['ai', 'project', 'reading', 'private'])

export const dataset = z.object({
  id,
  kind: datasetKind,
  name: z.string(),
  description: z.string(),
  subject_code: z.string().nullable(),
  owner_id: id,
  project_id: id.nullable(),
  visibility: z.enum(['private', 'project', 'public']),
  document_count: z.number().int(),
  size_bytes: z.number().int(),
  application_id: id.nullable(),
  /** 1 owner, 2 manager, 3 member, 4 viewer. */
  my_role: z.number().int().min(1).max(4),
  is_private: z.boolean(),
  external_model_allowed: z.boolean(),
  created_at: time,
  updated_at: time,
})

const projectWithDatasets = z.object({
  project_id: id,
  project_name: z.string(),
  my_role: z.number().int().min(1).max(4),
  datasets: z.array(dataset),
})

export const folder = z.object({
  id,
  dataset_id: id,
  parent_id: id.nullable(),
  name: z.string(),
  position: z.number().int(),
  document_count: z.number().int(),
})

export const tag = z.object({
  id,
  dataset_id: id,
  group_name: z.string().nullable(),
  name: z.string(),
  colour: z.string().nullable(),
  document_count: z.number().int(),
})

export const parsingState = z.enum(['queued', 'parsing', 'indexing', 'ready', 'failed', 'cancelled'])

/** How far a file is on its way to be found. */
export const parsing = z.object({
  parse_id: id,
  state: parsingState,
  /** 读取, 版面, 文字识别, 分段, 索引. */
  stage: z.enum(['read', 'layout', 'ocr', 'split', 'index']),
  /** Pages done of all; of the last stage pieces. 0 of 0 where a format has none. */
  done: z.number().int(),
  total: z.number().int(),
  progress: z.number(),
  /** How many wait before it; null once it has begun. */
  place: z.number().int().nullable(),
  /** When it last came further: 60 seconds without that are told. */
  progress_at: time,
  error: z.string().nullable(),
})

/** What a document is, as people tell files apart. */
export const documentType = z.enum([
  'paper',
  'pdf',
  'word',
  'slides',
  'sheet',
  'book',
  'web',
  'text',
  'picture',
  'other',
])

const document = z.object({
  id,
  dataset_id: id,
  folder_id: id.nullable(),
  type: z.enum(['file', 'paper']),
  paper_id: id.nullable(),
  file_id: id.nullable(),
  name: z.string(),
  mime: z.string().nullable(),
  size_bytes: z.number().int(),
  page_count: z.number().int().nullable(),
  state: parsingState,
  progress: z.number(),
  error: z.string().nullable(),
  warnings: z.array(z.string()),
  tags: z.array(tag),
  creator_id: id,
  created_at: time,
  updated_at: time,
  /** The version that is served; null until the first is ready. */
  parse_id: id.nullable(),
  /** The version that is being made; beside it the one that is served answers. */
  parsing: parsing.nullable(),
})

export const documentWithPaper = document.extend({
  paper: paper.nullable(),
  /** A paper of the library that the file seems to be, while nobody has said so. */
  proposed_paper: paper.nullable(),
  /** What a file of references says of a paper that the library does not have. */
  record: work.nullable(),
})

export const name = z
  .string()
  .trim()
  .superRefine((text, ctx) => {
    const message = listNameRule(text)
    if (message) ctx.addIssue({ code: 'custom', message })
  })

/** Values of the statistics, each of which narrows the documents to the papers that have it. */
const statisticsFilters = {
  year: optionalWhole(1, 9_999),
  source: optionalText(300),
  author: optionalText(200),
  term: optionalText(200),
  resource_type: optionalWhole(1, 10),
}

export const folderId = z.preprocess((value) => value || undefined, id.optional())

export const datasetsApi = {
  all: {
    method: 'GET',
    path: '/api/dataset_all',
    access: 'user',
    summary: 'Everything the caller may read from, in three groups',
    input: noInput,
    output: z.object({
      aiDataset: z.array(dataset),
      projectDataset: z.array(projectWithDatasets),
      /** The private dataset stands first. */
      readingDataset: z.array(dataset),
    }),
  },
  page: {
    method: 'GET',
    path: '/api/dataset_all/{current_page}/{page_size}',
    access: 'user',
    summary: 'The same as one list, filtered',
    input: pagedDatasetInput({
      kind: z.preprocess((value) => value || undefined, datasetKind.optional()),
      keyword: optionalText(100),
    }),
    output: pageOf(dataset),
  },
  create: {
    method: 'POST',
    path: '/api/project_dataset/create',
    access: 'user',
    summary: 'A new reading list or knowledge base',
    input: z.object({
      project_id: id.optional(),
      /** Left out: of the project that is named, else a reading list. */
      kind: datasetKind.optional(),
      name,
      description: z.string().trim().max(500).default(''),
      /** What a public knowledge base is about; the code of a discipline. */
      subject_code: optionalText(16),
    }),
    output: dataset,
    creates: true,
  },
  change: {
    method: 'PUT',
    path: '/api/project_dataset/opreate',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Renames or describes a dataset, or opens it to models outside',
    input: z.object({
      dataset_id: id,
      name: name.optional(),
      description: z.string().trim().max(500).optional(),
      subject_code: optionalText(16),
      /** Whether its texts may be sent to a model that is not in the house. */
      external_model_allowed: z.boolean().optional(),
    }),
    output: dataset,
  },
  operate: {
    method: 'POST',
    path: '/api/project_dataset/opreate',
    access: 'user',
    summary: 'Copies or moves a dataset into a project, or without one among the own reading lists',
    input: z.object({
      dataset_id: id,
      operation: z.enum(['copy', 'move']),
      project_id: z.preprocess((value) => value || undefined, id.optional()),
    }),
    output: dataset,
    creates: true,
  },
  projectTree: {
    method: 'GET',
    path: '/api/project_dataset/my_project_and_dataset',
    access: 'user',
    summary: "The caller's projects with their datasets, for pickers",
    input: z.object({ show_empty_project: flag.default(false) }),
    output: z.array(projectWithDatasets),
  },
  remove: {
    method: 'DELETE',
    path: '/api/project_dataset/opreate',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Puts a dataset into the bin for 30 days',
    input: z.object({ dataset_id: id }),
    output: nothing,
  },
  bin: {
    method: 'GET',
    path: '/api/dataset/bin',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Deleted datasets that can still be brought back',
    input: noInput,
    output: z.array(dataset.extend({ deleted_at: time })),
    extra: true,
  },
  restore: {
    method: 'POST',
    path: '/api/dataset/bin',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Brings a deleted dataset back',
    input: z.object({ dataset_id: id }),
    output: dataset,
    extra: true,
  },
  privateId: {
    method: 'GET',
    path: '/api/dataset/private/get_id',
    access: 'user',
    summary: "The caller's private dataset, made at first need",
    input: noInput,
    output: id,
    writes: true,
  },
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
      state: z.preprocess(
        (value) => value || undefined,
        z.enum([...parsingState.options, 'working']).optional(),
      ),
      document_type: z.preprocess((value) => value || undefined, documentType.optional()),
      ...statisticsFilters,
      sort: z.preprocess(
        (value) => value || undefined,
        z.enum(['added', 'title', 'year', 'citations']).default('added'),
      ),
    }),
    output: pageOf(documentWithPaper),
  },
  keepPapers: {
    method: 'POST',
    path: '/api/dataset/paper/sync_batch_2_folder',
    access: 'user',
    summary: 'Puts papers into folders; what is already there is skipped and said',
    input: z.object({
      paper_id_list: z.array(id).min(1).max(500),
      targets: z
        .array(z.object({ dataset_id: id, folder_id: z.preprocess((value) => value || null, id.nullable()) }))
        .min(1)
        .max(20),
    }),
    output: z.object({ added: z.number().int(), skipped: z.array(id), missing: z.array(id) }),
  },
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
    output: nothing,
  },
  removeFromFolder: {
    method: 'DELETE',
    path: '/api/dataset/document/remove_from_folder',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Takes documents out of a folder, not out of the dataset',
    input: z.object({ dataset_id: id, folder_id: id, document_ids: z.array(id).min(1).max(500) }),
    output: nothing,
  },
  literatureTypes: {
    method: 'GET',
    path: '/api/dict/dictLiteratureList',
    access: 'user',
    summary: 'Literature types 1–10',
    input: noInput,
    output: z.array(z.object({ code: z.number().int(), name: z.string(), mark: z.string() })),
  },
} satisfies Endpoints
