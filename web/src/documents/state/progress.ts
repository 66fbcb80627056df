import type { api, OutputOf } from '@scinav/contract'
import { formatCount } from '../../ui/figures.ts'

/** How far a document is, as lists and the upload tray show it. */
export type DocumentProgress = Pick<
  OutputOf<typeof api.ingestion.progress>[number],
  'id' | 'state' | 'progress' | 'error' | 'parse_id' | 'parsing'
> & { is_retryable?: boolean | undefined }

type State = DocumentProgress['state']
type Parsing = NonNullable<DocumentProgress['parsing']>

/** So long without a step, and people are told, in milliseconds. */
const STALLED_AFTER_MS = 60_000

const stages: Record<Parsing['stage'], string> = {
  read: '读取',
  layout: '版面',
  ocr: '文字识别',
  split: '分段',
  index: '索引',
}

const isWorkingState = (state: State): boolean => ['queued', 'parsing', 'indexing'].includes(state)

/** What is being made of it now; a document that is ready may have a newer version on its way. */
const currentParsing = ({ parsing }: DocumentProgress): Parsing | undefined =>
  parsing && isWorkingState(parsing.state) ? parsing : undefined

/** Whether something works on it, or will. */
export const isWorking = (of: DocumentProgress): boolean =>
  isWorkingState(of.state) || currentParsing(of) !== undefined

/** Whether its turn has come and nothing has moved for a minute. */
export function isStalled(of: DocumentProgress, now: number): boolean {
  const parsing = currentParsing(of)
  if (!parsing || parsing.state === 'queued') return false
  return now - Date.parse(parsing.progress_at) >= STALLED_AFTER_MS
}

/** 0–1. */
export const progressShare = (of: DocumentProgress): number => currentParsing(of)?.progress ?? of.progress

/** Whether trying again may help, which it does not where the file itself is at fault: a newer version that failed beside one that answers too. */
export const isRetryable = (of: DocumentProgress): boolean =>
  !isWorking(of) &&
  of.is_retryable !== false &&
  (of.state === 'failed' || of.state === 'cancelled' || of.error !== null)

/** How it stands, in words. */
export function progressText(of: DocumentProgress, now: number): string {
  if (isStalled(of, now)) return '60 秒没有进展'
  const parsing = currentParsing(of)
  if (parsing)
    return of.parse_id === null ? parsingText(parsing) : `可检索，正在更新：${parsingText(parsing)}`
  switch (of.state) {
    case 'ready':
      return '可检索'
    case 'failed':
      return '解析失败'
    case 'cancelled':
      return '已取消'
    case 'queued':
      return '排队'
    default:
      return stages[of.state === 'indexing' ? 'index' : 'read']
  }
}

function parsingText({ state, stage, done, total, place }: Parsing): string {
  if (state === 'queued') return place ? `排队（前面还有 ${formatCount(place)} 个）` : '排队'
  const unit = stage === 'index' || stage === 'split' ? '段' : '页'
  return total > 0 ? `${stages[stage]} ${formatCount(done)} / ${formatCount(total)} ${unit}` : stages[stage]
}
