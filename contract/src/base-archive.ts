import { z } from 'zod'
import { datasetName } from './datasets.ts'
import type { Endpoints } from './endpoint.ts'
import { jobState } from './jobs.ts'
import { id, time } from './shapes.ts'

/** Something of an archive that did not come in as it was, and why, in Chinese. */
const importRemark = z.object({ name: z.string(), reason: z.string() })

/** What became of an archive that was brought in. */
const baseImport = z.object({
  job_id: id,
  state: jobState,
  file_name: z.string(),
  /** The new knowledge base; null until the archive has been recognised. */
  dataset_id: id.nullable(),
  dataset_name: z.string().nullable(),
  /** Why nothing came in, or no more than this. */
  error: z.string().nullable(),
  /** Documents in the archive, and how many of them were added, were there already, did not come. */
  total: z.number().int(),
  added: z.number().int(),
  joined: z.number().int(),
  failed: z.number().int(),
  annotations: z.number().int(),
  /** The first of what did not come, or came with less. */
  remarks: z.array(importRemark),
  created_at: time,
  finished_at: time.nullable(),
})

/** A knowledge base as one file, and back. */
export const baseArchiveApi = {
  export: {
    method: 'POST',
    path: '/api/dataset/{dataset_id}/export',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Packs a whole dataset into a zip; while that runs, the same job is answered',
    input: z.object({ dataset_id: id }),
    output: z.object({ job_id: id }),
    extra: true,
  },
  exportFile: {
    method: 'GET',
    path: '/api/dataset/export/{job_id}',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'The packed zip, for a day; only for who asked for it and may still read the dataset',
    input: z.object({ job_id: id }),
    output: z.null(),
    reply: 'file',
    extra: true,
  },
  import: {
    method: 'POST',
    path: '/api/dataset/import',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Makes a new dataset of a zip that an export has packed and that has come in parts',
    input: z.object({
      upload_id: id,
      /** Left out: among the reading lists of the caller. */
      project_id: z.preprocess((value) => value || undefined, id.optional()),
      /** Left out: as the exported one was called. */
      name: z.preprocess((value) => value || undefined, datasetName.optional()),
    }),
    output: z.object({ job_id: id }),
    creates: true,
    extra: true,
  },
  importState: {
    method: 'GET',
    path: '/api/dataset/import/{job_id}',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'How far an import of the caller is, and what did not come in',
    input: z.object({ job_id: id }),
    output: baseImport,
    extra: true,
  },
} satisfies Endpoints
