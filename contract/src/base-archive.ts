import { z } from 'zod'
import { datasetName } from './datasets.ts'
import type { Endpoints } from './endpoint.ts'
import { jobState } from './jobs.ts'
import { emptyAsAbsent, id, time } from './shapes.ts'

/** An item of an archive that was not imported unchanged, with the reason in Chinese. */
const importRemark = z.object({ name: z.string(), reason: z.string() })

/** The state of an import of an archive. */
const baseImport = z.object({
  job_id: id,
  state: jobState,
  file_name: z.string(),
  /** The new knowledge base; null until the archive has been recognized. */
  dataset_id: id.nullable(),
  dataset_name: z.string().nullable(),
  /** Why nothing was imported, or why the import is incomplete. */
  error: z.string().nullable(),
  /** The number of documents in the archive, and of those how many were added, already existed or failed. */
  total: z.number().int(),
  added: z.number().int(),
  joined: z.number().int(),
  failed: z.number().int(),
  annotations: z.number().int(),
  /** The first items that were not imported, or only partly. */
  remarks: z.array(importRemark),
  created_at: time,
  finished_at: time.nullable(),
})

/** Export of a knowledge base as one file, and its import. For the flags of a call see `Endpoint`. */
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
      /** Absent: the new dataset becomes a reading list of the caller. */
      project_id: emptyAsAbsent(id.optional()),
      /** Absent: the name of the exported dataset. */
      name: emptyAsAbsent(datasetName.optional()),
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
