import { z } from 'zod'
import { dataset, datasetKind, projectWithDatasets } from './dataset-shapes.ts'
import type { Endpoints } from './endpoint.ts'
import {
  emptyAsAbsent,
  flag,
  id,
  noInput,
  noOutput,
  optionalText,
  pagedDatasetInput,
  pageOf,
  time,
} from './shapes.ts'
import { listNameRule } from './text-rules.ts'

/** The name of a dataset or folder, checked by `listNameRule`. */
export const datasetName = z
  .string()
  .trim()
  .superRefine((text, ctx) => {
    const message = listNameRule(text)
    if (message) ctx.addIssue({ code: 'custom', message })
  })

/** Calls about datasets: listing, creating, changing, copying and deleting. For the flags of a call see `Endpoint`. */
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
      /** The private dataset is first. */
      readingDataset: z.array(dataset),
    }),
  },
  page: {
    method: 'GET',
    path: '/api/dataset_all/{current_page}/{page_size}',
    access: 'user',
    summary: 'The same as one list, filtered',
    input: pagedDatasetInput({
      kind: emptyAsAbsent(datasetKind.optional()),
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
      /** Absent: a dataset of the given project, otherwise a reading list. */
      kind: datasetKind.optional(),
      name: datasetName,
      description: z.string().trim().max(500).default(''),
      /** The discipline of a public knowledge base, as a code. */
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
      name: datasetName.optional(),
      description: z.string().trim().max(500).optional(),
      subject_code: optionalText(16),
      /** Whether texts of the dataset may be sent to a model outside the institution. */
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
      project_id: emptyAsAbsent(id.optional()),
    }),
    /** `copy_job_id`: the job that copies the documents of a large dataset. */
    output: dataset.extend({ copy_job_id: id.optional() }),
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
    output: noOutput,
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
} satisfies Endpoints
