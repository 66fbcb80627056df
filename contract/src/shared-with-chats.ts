import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, noInput, noOutput, optionalText, time } from './shapes.ts'

/**
 * Calls of the specification that apply to answers of chats and to researches alike. For the flags of a call see
 * `Endpoint`.
 */
export const sharedWithChatsApi = {
  cancel: {
    method: 'POST',
    path: '/api/application/chat/cancel',
    access: 'user',
    summary:
      'Stops an answer or a research and keeps what was said, or has a research write from what is in hand; twice is harmless',
    input: z.object({
      chat_id: id,
      chat_record_id: id,
      mode: z.enum(['stop', 'finish_now']).default('stop'),
    }),
    output: noOutput,
  },
  download: {
    method: 'POST',
    path: '/api/application/comprehensive/download_markdown',
    access: 'user',
    expensive: true,
    summary:
      'An answer or a report as a file, with its references numbered and the label that says how it was made',
    input: z
      .object({
        chat_record_id: id.optional(),
        report_id: id.optional(),
        /** `bibtex`: the references of a report. */
        format: z.enum(['md', 'docx', 'html', 'bibtex']).default('md'),
        /** The id of a style, also an installed one, for citations and references; numbers as in the text when absent. */
        style: optionalText(64),
      })
      .superRefine(({ chat_record_id, report_id, format }, ctx) => {
        if ((chat_record_id === undefined) === (report_id === undefined))
          ctx.addIssue({
            code: 'custom',
            path: ['chat_record_id'],
            message: '请说明是哪一条回答，或哪一份报告',
          })
        if (format === 'bibtex' && report_id === undefined)
          ctx.addIssue({ code: 'custom', path: ['format'], message: '只有研究报告可以导出 BibTeX' })
      }),
    output: z.null(),
    reply: 'file',
  },
  freeCount: {
    method: 'GET',
    path: '/api/deep_research/chat/free_count',
    access: 'user',
    menu: '/deepResearch',
    summary: 'How many deep researches are left today',
    input: noInput,
    output: z.object({
      limit: z.number().int(),
      used: z.number().int(),
      left: z.number().int(),
      resets_at: time,
    }),
  },
} satisfies Endpoints
