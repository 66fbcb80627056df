import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import { id, pagedInput, pageOf } from './shapes.ts'

const paperIds = z.array(id).min(1).max(200)

/** Calls about papers of the library and their citations. For the flags of a call see `Endpoint`. */
export const papersApi = {
  byIds: {
    method: 'POST',
    path: '/api/paper/list_by_id',
    access: 'user',
    summary: 'Papers in the given order',
    input: z.object({ paper_id_list: paperIds }),
    output: z.object({ list: z.array(paper), missing: z.array(id) }),
  },
  references: {
    method: 'GET',
    path: '/api/paper/references/{paper_id}',
    access: 'user',
    summary: 'Papers of the library that this one cites, and how many it cites in all',
    input: pagedInput({ paper_id: id }),
    output: pageOf(paper).extend({ all: z.number().int() }),
    extra: true,
  },
  citedBy: {
    method: 'GET',
    path: '/api/paper/cited_by/{paper_id}',
    access: 'user',
    summary: 'Papers of the library that cite this one, newest first',
    input: pagedInput({ paper_id: id }),
    output: pageOf(paper),
    extra: true,
  },
} satisfies Endpoints
