import { z } from 'zod'
import { emptyAsAbsent, id, time } from './shapes.ts'

/** The kinds of datasets. */
export const datasetKind = z.enum(['ai', 'project', 'reading', 'private'])

/** A dataset as its readers see it. */
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
  /**
   * The dataset holds contents of a knowledge base that was closed to outside models, so that nobody can open it to
   * them.
   */
  external_model_locked: z.boolean(),
  created_at: time,
  updated_at: time,
})

/** A project with its datasets. */
export const projectWithDatasets = z.object({
  project_id: id,
  project_name: z.string(),
  my_role: z.number().int().min(1).max(4),
  datasets: z.array(dataset),
})

/** A folder of a dataset. */
export const folder = z.object({
  id,
  dataset_id: id,
  parent_id: id.nullable(),
  name: z.string(),
  position: z.number().int(),
  document_count: z.number().int(),
})

/** A tag of a dataset. */
export const tag = z.object({
  id,
  dataset_id: id,
  group_name: z.string().nullable(),
  name: z.string(),
  colour: z.string().nullable(),
  document_count: z.number().int(),
})

/** The id of a folder; every empty value counts as absent. */
export const folderId = emptyAsAbsent(id.optional())
