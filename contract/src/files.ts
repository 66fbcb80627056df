import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, noOutput, time } from './shapes.ts'

const MEGABYTE = 1024 * 1024
/** Bytes reserved for the parts of a form that surround a file: its name, its type and the boundary. */
export const FORM_OVERHEAD_BYTES = 64 * 1024

/** A file of a user. `mime` is derived from the content, not from the name. */
const file = z.object({
  id,
  name: z.string(),
  mime: z.string(),
  size_bytes: z.number().int(),
  sha256: z.string(),
  created_at: time,
})

/** Calls that store, read and delete the caller's files. For the flags of a call see `Endpoint`. */
export const filesApi = {
  create: {
    method: 'POST',
    path: '/api/cx_file',
    access: 'user',
    summary:
      'Keeps a file, up to 200 MB in one piece; larger and interrupted ones come in parts (413, 429, 507)',
    input: z.object({}),
    output: file,
    form: { files: 1 },
    body_limit: 200 * MEGABYTE + FORM_OVERHEAD_BYTES,
    extra: true,
  },
  fromUpload: {
    method: 'POST',
    path: '/api/cx_file/from_upload',
    access: 'user',
    summary: 'Keeps a file that has come in parts',
    input: z.object({ upload_id: id }),
    output: file,
    creates: true,
    extra: true,
  },
  read: {
    method: 'GET',
    path: '/api/cx_file/{file_id}',
    access: 'user',
    summary: 'The bytes of a file, or of the range that the Range header names',
    input: z.object({ file_id: id }),
    output: z.null(),
    reply: 'file',
    extra: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/cx_file/{file_id}',
    access: 'user',
    summary: 'Deletes a file; its bytes go when nobody else has the same',
    input: z.object({ file_id: id }),
    output: noOutput,
  },
} satisfies Endpoints
