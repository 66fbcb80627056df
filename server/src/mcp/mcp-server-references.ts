import { plainText } from '@scinav/search'
import { z } from 'zod'
import type { Context } from '../context/context.ts'
import { checkReferences } from '../references/index.ts'

export const referencesInput = z.object({
  references: z
    .array(z.string().trim().min(1).max(1_500))
    .min(1)
    .max(50)
    .describe('参考文献条目，每项一条 / Entries of a list of references, one each'),
})

export const checkedReferences = z.object({
  /** How many papers were searched. */
  papers: z.number(),
  references: z.array(
    z.object({
      reference: z.string(),
      status: z.enum(['found', 'differs', 'missing', 'unread']),
      paper_id: z.string().nullable(),
      title: z.string().nullable(),
      retracted: z.boolean(),
      differences: z.array(z.object({ field: z.string(), given: z.string(), found: z.string() })),
    }),
  ),
})

const NAMES = { found: '已找到', differs: '有出入', missing: '未找到', unread: '未能核对' }

/** References compared with the library, for programs. What is missing there is not said to be missing anywhere. */
export async function checkForOthers(ctx: Context, { references }: z.output<typeof referencesInput>) {
  const { list, papers } = await checkReferences(ctx, { entries: references, engines: [] })
  const told = list.map(({ status, paper, fields }, at) => ({
    reference: references[at] ?? '',
    status,
    paper_id: paper?.id ?? null,
    title: paper ? plainText(paper.title) : null,
    retracted: paper?.status === 'retracted',
    differences: fields,
  }))
  const lines = told.map(({ reference, status, title, retracted, differences }, at) => {
    const why = differences.map(({ field, given, found }) => `${field}: ${given} → ${found}`).join('; ')
    const about = [title, why, retracted ? '已撤稿' : ''].filter(Boolean).join(' | ')
    return `${at + 1}. 【${NAMES[status]}】${reference}${about && `\n   ${about}`}`
  })
  return { text: `在馆藏 ${papers} 篇中核对：\n${lines.join('\n')}`, data: { papers, references: told } }
}
