import { z } from 'zod'
import { dataset } from './dataset-shapes.ts'
import { documentType, parsingState } from './document.ts'
import type { Endpoints } from './endpoint.ts'
import { id, noInput } from './shapes.ts'

/** The number of papers per value; the calls that list documents filter by the same values. */
const valueCounts = z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() }))

/** Calls that count what datasets hold. For the flags of a call see `Endpoint`. */
export const datasetStatisticsApi = {
  publicClasses: {
    method: 'GET',
    path: '/api/dataset/pub/classify',
    access: 'user',
    summary: 'Public AI knowledge bases by discipline',
    input: noInput,
    output: z.array(
      z.object({
        /** The code of a 门类; empty for the group without a discipline. */
        subject_code: z.string(),
        name: z.string(),
        datasets: z.array(dataset),
      }),
    ),
  },
  subjectStatistics: {
    method: 'GET',
    path: '/api/dataset/subject_statistics/{subject_code}',
    access: 'user',
    summary: 'What the public knowledge bases of a discipline hold',
    input: z.object({ subject_code: z.string().regex(/^\d{2}(?:\d{2})?$/, '学科代码为两位或四位数字') }),
    output: z.object({
      subject_code: z.string(),
      name: z.string(),
      dataset_count: z.number().int(),
      document_count: z.number().int(),
      /** Distinct papers among the documents. */
      paper_count: z.number().int(),
      years: z.array(z.object({ year: z.number().int(), count: z.number().int() })),
    }),
  },
  figures: {
    method: 'GET',
    path: '/api/dataset/{dataset_id}/figures',
    access: 'user',
    summary: 'How much is in a dataset, and how many of its documents are how far',
    input: z.object({ dataset_id: id }),
    output: z.object({
      documents: z.number().int(),
      /** Passages of the dataset's files that can be found and cited. */
      passages: z.number().int(),
      size_bytes: z.number().int(),
      /** Documents by state; states without documents are omitted. */
      states: z.array(z.object({ state: parsingState, count: z.number().int() })),
      /** Documents by type. */
      types: z.array(z.object({ type: documentType, count: z.number().int() })),
    }),
    extra: true,
  },
  literatureStatistics: {
    method: 'GET',
    path: '/api/dataset/{dataset_id}/document_lit_statistics',
    access: 'user',
    summary: 'Papers of a dataset, and files by their own records, by year, source, author, keyword and type',
    input: z.object({ dataset_id: id }),
    output: z.object({
      /** The number of papers and files counted: the last 5,000 added. */
      counted: z.number().int(),
      total: z.number().int(),
      year: valueCounts,
      source: valueCounts,
      author: valueCounts,
      keyword: valueCounts,
      resource_type: valueCounts,
    }),
  },
} satisfies Endpoints
