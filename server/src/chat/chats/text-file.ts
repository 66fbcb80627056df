import { Readable } from 'node:stream'
import { safeFileName } from '../../platform/foundation/file-name.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import type { PrintableAnswer } from './print-answer.ts'
import { type AnswerFormat, writeAnswerOffThread } from './write-answer.ts'

const MIME_TYPES = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
const MAX_NAME_CHARS = 60

/** Returns a text with its references as a file. */
export async function writeAnswerFile(printed: PrintableAnswer, format: AnswerFormat): Promise<FileReply> {
  const bytes = await writeAnswerOffThread({ printed, format })
  return {
    name: `${safeFileName(printed.title, MAX_NAME_CHARS) || '回答'}.${format}`,
    mime: MIME_TYPES[format],
    size: bytes.length,
    stream: () => Readable.from([bytes]),
  }
}
