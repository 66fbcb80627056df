import { fileSize, formatCount } from '../../ui/figures.ts'
import type { Upload, UploadOutcome } from './uploads.state.ts'

/** Returns the state of an upload in words; for a finished one, its outcome. */
export function uploadStateText({ state, sent, size, problem, outcome, sha256 }: Upload): string {
  switch (state) {
    case 'waiting':
      return sent > 0 ? '等待继续' : '等待上传'
    case 'checking':
      return sha256 ? '正在核对' : '正在校验'
    case 'uploading':
      return `${fileSize(sent)} / ${fileSize(size)}`
    case 'paused':
      return '已暂停'
    case 'asking':
      return '已有同名文件，等待您选择'
    case 'broken':
      return problem ?? '连接断开，恢复后自动继续'
    case 'lost':
      return '请重新选择这个文件'
    case 'failed':
      return problem ?? '没有传完'
    case 'arrived':
      return outcomeNames[outcome ?? 'new']
  }
}

/** Names of the outcomes of an upload. */
const outcomeNames: Readonly<Record<UploadOutcome, string>> = {
  new: '已上传',
  there: '已在库中',
  restored: '已从回收站恢复',
  replaced: '已替换旧文件',
}

/** Summarizes all uploads in one line, by what is most urgent: running, waiting for the user, paused, finished. */
export function uploadsTitle(uploads: readonly Upload[]): string {
  const countOf = (...states: Upload['state'][]) =>
    uploads.filter(({ state }) => states.includes(state)).length
  const active = countOf('waiting', 'checking', 'uploading', 'broken')
  if (active > 0) return `正在上传 ${formatCount(active)} 个文件`
  if (countOf('asking') > 0) return `${formatCount(countOf('asking'))} 个文件与已有的同名`
  if (countOf('lost') > 0) return `${formatCount(countOf('lost'))} 个文件需要重新选择`
  if (countOf('paused') > 0) return `${formatCount(countOf('paused'))} 个文件已暂停`
  const arrived = countOf('arrived')
  const failed = countOf('failed')
  if (failed === 0) return `${formatCount(arrived)} 个文件已上传`
  return arrived === 0
    ? `${formatCount(failed)} 个文件没有上传`
    : `${formatCount(arrived)} 个已上传，${formatCount(failed)} 个没有上传`
}

/** Maximum number of file kinds listed in one sentence. */
const MAX_KINDS = 6

/** Summarizes the files rejected because of their kind; undefined for fewer than two. */
export function unsupportedText(uploads: readonly Upload[]): string | undefined {
  const unsupported = uploads.filter(({ state, isUnsupported }) => state === 'failed' && isUnsupported)
  if (unsupported.length < 2) return undefined
  const byExtension = Map.groupBy(
    unsupported,
    ({ name }) => EXTENSION.exec(name)?.[1]?.toLowerCase() ?? NO_EXTENSION,
  )
  const kinds = [...byExtension].toSorted(([, a], [, b]) => b.length - a.length)
  const names = kinds
    .slice(0, MAX_KINDS)
    .map(([extension, files]) => `${extension || '没有扩展名的'} ${formatCount(files.length)} 个`)
  const etc = kinds.length > MAX_KINDS ? ' 等' : ''
  return `有 ${formatCount(unsupported.length)} 个文件的格式不支持，没有上传：${names.join('、')}${etc}`
}

/** Matches the extension of a file name and captures it: `.exe` of `setup.exe`, nothing of `.profile`. */
const EXTENSION = /[^.](\.[^.\s]{1,10})$/
/** Groups the files without an extension. */
const NO_EXTENSION = ''

/** Returns the bytes sent so far and the total size, in bytes, without failed files and those that existed already. */
export function uploadsFigures(uploads: readonly Upload[]): { sent: number; size: number } {
  const sending = uploads.filter(({ state, outcome }) => state !== 'failed' && outcome !== 'there')
  return {
    sent: sending.reduce((sum, { sent }) => sum + sent, 0),
    size: sending.reduce((sum, { size }) => sum + size, 0),
  }
}

/** The order in which states are shown when there are more uploads than lines; the lowest first. */
const stateOrder: Record<Upload['state'], number> = {
  asking: 0,
  lost: 0,
  failed: 0,
  uploading: 1,
  checking: 1,
  broken: 2,
  waiting: 3,
  paused: 4,
  arrived: 5,
}

/** Maximum number of lines shown. */
const MAX_LINES = 100

/**
 * Returns the uploads to show: all in their order, or, when there are more than lines, those that need attention first,
 * then running, waiting, paused and finished ones.
 */
export function shownUploads(uploads: readonly Upload[]): readonly Upload[] {
  if (uploads.length <= MAX_LINES) return uploads
  return uploads.toSorted((a, b) => stateOrder[a.state] - stateOrder[b.state]).slice(0, MAX_LINES)
}

/** Formats the target of an upload: 「知识库 / 文件夹 / 文件夹」. */
export const uploadLocation = ({ dataset_name, way }: Upload): string => [dataset_name, ...way].join(' / ')
