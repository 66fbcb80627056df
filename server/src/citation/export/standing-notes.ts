import { readWork, type WorkNotice } from '@scinav/contract'
import { lookUpWorks, standingStatus } from '../../library/retractions/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import type { CitationSource } from './source.ts'

const STANDING_NAMES = {
  zh: { retracted: '已撤稿', concern: '有关注声明', corrected: '已更正' },
  en: { retracted: 'Retracted', concern: 'Expression of concern', corrected: 'Corrected' },
} as const

/** Formats the standing of a work: `已撤稿（2024-03-04，https://doi.org/10.5555/notice）`. */
export function standingNote(
  status: keyof (typeof STANDING_NAMES)['zh'],
  notice: WorkNotice | null,
  language: keyof typeof STANDING_NAMES = 'zh',
): string {
  const facts = [notice?.date, notice?.url].filter(Boolean)
  if (facts.length === 0) return STANDING_NAMES[language][status]
  const joined = language === 'zh' ? `（${facts.join('，')}）` : ` (${facts.join(', ')})`
  return STANDING_NAMES[language][status] + joined
}

/** Adds notes to those sources whose works were retracted, questioned or corrected, with one look-up for all. */
export async function addStandingNotes(
  ctx: Pick<BaseContext, 'db'>,
  sources: readonly CitationSource[],
): Promise<CitationSource[]> {
  const works = sources.map((source) => ('record' in source ? readWork(source.record) : null))
  const recorded = works.filter((work) => work !== null)
  const notices = await lookUpWorks(ctx, recorded)
  const noticeByWork = new Map(recorded.map((work, at) => [work, notices[at] ?? null]))
  return sources.map((source, at) => {
    const work = works[at]
    if (!work) return source
    const notice = noticeByWork.get(work) ?? null
    const status = standingStatus(work.status, notice)
    return status === 'normal' ? source : { ...source, standing: standingNote(status, notice) }
  })
}
