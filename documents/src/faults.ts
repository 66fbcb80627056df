/** Why a file cannot be read, or yields no text. */
export type UnreadableReason =
  | 'encrypted'
  | 'protected'
  | 'damaged'
  | 'unsafe'
  | 'empty'
  | 'too-large'
  | 'too-long'
  | 'too-many-pixels'
  | 'too-slow'
  | 'too-much-memory'
  | 'unknown-format'
  | 'unknown-charset'
  | 'crashed'

/** Thrown when a file cannot be read; `message` is a Chinese sentence for the owner of the file. */
export class UnreadableDocument extends Error {
  readonly kind: UnreadableReason

  constructor(kind: UnreadableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** The sentences shown to the owner of a file. `{limit}` and other names in braces are replaced by details. */
const FAULT_MESSAGES: Record<UnreadableReason, string> = {
  encrypted: '文件有密码保护，请解除密码后重新上传',
  protected: '文件有版权保护（DRM），不能读取其中的文字',
  damaged: '文件已损坏或不完整，无法打开',
  unsafe: '文件的内部结构异常，为安全起见没有打开',
  'too-large': '文件解开后超过 {limit}，没有读取',
  'too-long': '文件过长，最多 {limit}，请拆分后上传',
  'too-many-pixels': '图片过大，最多 {limit} 万像素，请缩小后上传',
  empty: '没有在文件中找到文字',
  'too-slow': '{limit} 秒内没有处理完，已停止',
  'too-much-memory': '处理时占用的内存超过 {limit}，已停止',
  'unknown-format': '不支持这种文件{hint}',
  'unknown-charset': '无法判断文字的编码，请另存为 UTF-8 后重新上传',
  crashed: '处理时意外中断，请重试',
}

/**
 * Creates the error to throw for a file that cannot be read.
 *
 * @param details values for the names in braces of the message, see `FAULT_MESSAGES`
 */
export function documentFault(
  kind: UnreadableReason,
  details: Readonly<Record<string, string | number>> = {},
): UnreadableDocument {
  const message = FAULT_MESSAGES[kind].replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
  return new UnreadableDocument(kind, message)
}

/** Faults of the bytes themselves, which every further attempt to read the file meets again. */
const LASTING_FAULTS: readonly UnreadableReason[] = [
  'encrypted',
  'protected',
  'unsafe',
  'too-many-pixels',
  'unknown-format',
  'unknown-charset',
]

/**
 * Returns whether a message of `documentFault` names a fault that remains however often the same file is read. Takes
 * the message because parse results store only that.
 */
export const isLastingFault = (message: string): boolean =>
  LASTING_FAULTS.some((kind) => {
    const [before = '', after = ''] = FAULT_MESSAGES[kind].split(/\{\w+\}/)
    return message.startsWith(before) && message.endsWith(after)
  })
