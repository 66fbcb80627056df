import { Readable } from 'node:stream'
import { plainFileName } from '../../platform/foundation/file-name.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import type { Printed } from './print-answer.ts'
import { type AnswerFormat, writeLongAnswer } from './write-answer.ts'

const MIME = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
const LONGEST_NAME = 60

/** A text with its references as a file. */
export async function fileOf(printed: Printed, format: AnswerFormat): Promise<FileReply> {
  const bytes = await writeLongAnswer({ printed, format })
  return {
    name: `${plainFileName(printed.title, LONGEST_NAME) || '回答'}.${format}`,
    mime: MIME[format],
    size: bytes.length,
    stream: () => Readable.from([bytes]),
  }
}
