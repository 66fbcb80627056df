import type { api, OutputOf } from '@scinav/contract'
import { formatCount } from '../../ui/figures.ts'

/** The processing progress of a document, as lists and the upload tray show it. */
export type DocumentProgress = Pick<
  OutputOf<typeof api.ingestion.progress>[number],
  'id' | 'state' | 'progress' | 'error' | 'parse_id' | 'parsing'
> & { is_retryable?: boolean | undefined }

type State = DocumentProgress['state']
type Parsing = NonNullable<DocumentProgress['parsing']>

/** Time without progress after which a document counts as stalled, in milliseconds. */
const STALLED_AFTER_MS = 60_000

const stageNames: Record<Parsing['stage'], string> = {
  read: '读取',
  layout: '版面',
  ocr: '文字识别',
  split: '分段',
  index: '索引',
}

const isWorkingState = (state: State): boolean => ['queued', 'parsing', 'indexing'].includes(state)

/** Returns the running parse, if any; a ready document may have a newer version in progress. */
const currentParsing = ({ parsing }: DocumentProgress): Parsing | undefined =>
  parsing && isWorkingState(parsing.state) ? parsing : undefined

/** Whether the document is being processed or queued. */
export const isWorking = (of: DocumentProgress): boolean =>
  isWorkingState(of.state) || currentParsing(of) !== undefined

/** Whether a started parse has made no progress for a minute. */
export function isStalled(of: DocumentProgress, now: number): boolean {
  const parsing = currentParsing(of)
  if (!parsing || parsing.state === 'queued') return false
  return now - Date.parse(parsing.progress_at) >= STALLED_AFTER_MS
}

/** Returns the fraction done, 0–1. */
export const progressShare = (of: DocumentProgress): number => currentParsing(of)?.progress ?? of.progress

/**
 * Whether a retry may help, which it does not when the file itself is faulty. Includes a newer version that failed
 * while the present one remains available.
 */
export const isRetryable = (of: DocumentProgress): boolean =>
  !isWorking(of) &&
  of.is_retryable !== false &&
  (of.state === 'failed' || of.state === 'cancelled' || of.error !== null)

/** Returns the state in words. */
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
      return stageNames[of.state === 'indexing' ? 'index' : 'read']
  }
}

function parsingText({ state, stage, done, total, place }: Parsing): string {
  if (state === 'queued') return place ? `排队（前面还有 ${formatCount(place)} 个）` : '排队'
  const unit = stage === 'index' || stage === 'split' ? '段' : '页'
  const name = stageNames[stage]
  return total > 0 ? `${name} ${formatCount(done)} / ${formatCount(total)} ${unit}` : name
}
