import type { api, OutputOf } from '@scinav/contract'
import { formatCount } from '../../ui/figures.ts'

/** The processing progress of a document, as lists and the upload tray show it. */
export type DocumentProgress = Pick<
  OutputOf<typeof api.ingestion.progress>[number],
  'id' | 'state' | 'progress' | 'error' | 'parse_id' | 'parsing'
> & { is_retryable?: boolean | undefined }

/** A state of a document. */
type State = DocumentProgress['state']
/** How far the parse of a document is. */
type Parsing = NonNullable<DocumentProgress['parsing']>

/** Time without progress after which a document counts as stalled, in milliseconds. */
const STALLED_AFTER_MS = 60_000

/** Names of the stages of a parse. */
const stageNames: Record<Parsing['stage'], string> = {
  read: '读取',
  layout: '版面',
  ocr: '文字识别',
  split: '分段',
  index: '索引',
}

/** Returns whether a document in a state is waiting for its parse or being parsed. */
const isWorkingState = (state: State): boolean => ['queued', 'parsing', 'indexing'].includes(state)

/** Returns the running parse, if any; a ready document may have a newer version in progress. */
const currentParsing = ({ parsing }: DocumentProgress): Parsing | undefined =>
  parsing && isWorkingState(parsing.state) ? parsing : undefined

/** Whether the document is being processed or queued. */
export const isWorking = (document: DocumentProgress): boolean =>
  isWorkingState(document.state) || currentParsing(document) !== undefined

/** Whether a started parse has made no progress for a minute; `now` is the time in milliseconds since 1970. */
export function isStalled(document: DocumentProgress, now: number): boolean {
  const parsing = currentParsing(document)
  if (!parsing || parsing.state === 'queued') return false
  return now - Date.parse(parsing.progress_at) >= STALLED_AFTER_MS
}

/** Returns the fraction of the parse that is done, 0–1. */
export const progressShare = (document: DocumentProgress): number =>
  currentParsing(document)?.progress ?? document.progress

/**
 * Whether a retry may help, which it does not when the file itself is faulty. Includes a newer version that failed
 * while the present one remains available.
 */
export const isRetryable = (document: DocumentProgress): boolean =>
  !isWorking(document) &&
  document.is_retryable !== false &&
  (document.state === 'failed' || document.state === 'cancelled' || document.error !== null)

/** Returns the state of a document in words, at the time `now` in milliseconds since 1970. */
export function progressText(document: DocumentProgress, now: number): string {
  if (isStalled(document, now)) return '60 秒没有进展'
  const parsing = currentParsing(document)
  if (parsing)
    return document.parse_id === null ? parsingText(parsing) : `可检索，正在更新：${parsingText(parsing)}`
  switch (document.state) {
    case 'ready':
      return '可检索'
    case 'failed':
      return '解析失败'
    case 'cancelled':
      return '已取消'
    case 'queued':
      return '排队'
    default:
      return stageNames[document.state === 'indexing' ? 'index' : 'read']
  }
}

/** Returns in words how far a parse is, such as `文字识别 3 / 12 页`. */
function parsingText({ state, stage, done, total, place }: Parsing): string {
  if (state === 'queued') return place ? `排队（前面还有 ${formatCount(place)} 个）` : '排队'
  const unit = stage === 'index' || stage === 'split' ? '段' : '页'
  const name = stageNames[stage]
  return total > 0 ? `${name} ${formatCount(done)} / ${formatCount(total)} ${unit}` : name
}
