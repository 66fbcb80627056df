import { api } from '@scinav/contract'
import type { z } from 'zod'
import { fieldsFromW3c } from './w3c-annotation.ts'

/** An annotation of a file, as the input of the call that creates annotations. */
export type ImportedAnnotation = Pick<
  z.output<(typeof api.annotations)['create']['input']>,
  | 'page'
  | 'boxes'
  | 'quote'
  | 'prefix'
  | 'suffix'
  | 'start'
  | 'end'
  | 'colour'
  | 'comment'
  | 'tags'
  | 'visibility'
>

/** The result of reading an entry: an annotation, or why the entry is rejected, in Chinese. */
export type ItemResult = { annotation: ImportedAnnotation } | { rejection: string }

/**
 * Maximum length of an entry, in characters, which the reader of the file enforces. The longest quotation and comment
 * with a thousand boxes stay below.
 */
export const MAX_ITEM_CHARS = 800_000

/** Reason for rejecting an entry that is no annotation. */
export const NOT_AN_ANNOTATION = '不是一条批注'

/**
 * Reads an entry of a file; nothing is thrown for a faulty one.
 *
 * @param item JSON text of the entry; null when it exceeds the limits of length or depth.
 */
export function readItem(item: string | null, format: 'w3c' | 'json'): ItemResult {
  if (item === null) return { rejection: '这一条太长或太复杂' }
  const raw = parseObject(item)
  if (!raw) return { rejection: NOT_AN_ANNOTATION }
  if (format === 'json') return validateAnnotation(raw)
  const result = fieldsFromW3c(raw)
  return 'fields' in result
    ? validateAnnotation(result.fields)
    : { rejection: result.rejection ?? NOT_AN_ANNOTATION }
}

/** Parses a JSON object; returns null for anything else. */
function parseObject(json: string): Record<string, unknown> | null {
  try {
    const raw: unknown = JSON.parse(json)
    const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    return isObject ? (raw as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** The fields that are read, with their Chinese names in rejections. */
const FIELD_NAMES: Record<string, string> = {
  page: '页码',
  boxes: '位置',
  quote: '引文',
  prefix: '前文',
  suffix: '后文',
  start: '起点',
  end: '终点',
  colour: '颜色',
  comment: '笔记',
  tags: '标签',
}
const FIELDS = Object.keys(FIELD_NAMES)
/** Maximum lengths of lists, checked before the elements are validated. */
const MAX_LIST_LENGTHS: Record<string, number> = { boxes: 1_000, tags: 20 }

/** The call requires a target; this one stays in the result, and the real one is added when the annotation is stored. */
const IMPORT_SOURCE = { document_id: 'import' }
const { element: boxShape } = api.annotations.create.output.shape.boxes

/** Validates a raw annotation with the schema of the call that creates annotations; reports the first issue. */
function validateAnnotation(raw: Record<string, unknown>): ItemResult {
  const fields: Record<string, unknown> = Object.fromEntries(
    FIELDS.flatMap((name) => (name in raw ? [[name, raw[name]]] : [])),
  )
  for (const [name, max] of Object.entries(MAX_LIST_LENGTHS)) {
    const list = fields[name]
    if (Array.isArray(list) && list.length > max)
      return { rejection: `${FIELD_NAMES[name]}：不能超过 ${max} 项` }
  }
  // Only the first invalid box is reported, since reasons for all of them would take longer than everything else.
  const invalidBoxIndex = Array.isArray(fields.boxes)
    ? fields.boxes.findIndex((one) => !boxShape.safeParse(one).success)
    : -1
  if (invalidBoxIndex >= 0) return { rejection: `位置：第 ${invalidBoxIndex + 1} 处的格式不正确` }
  // Anything but the exact word is private, so that an import publishes nothing by mistake.
  const visibility = raw.visibility === 'dataset' ? 'dataset' : 'private'
  const { success, data, error } = api.annotations.create.input.safeParse({
    ...fields,
    ...IMPORT_SOURCE,
    visibility,
  })
  if (!success) return { rejection: issueText(error.issues) }
  return hasContent(data) ? { annotation: data } : { rejection: '没有引文、笔记、标签和位置' }
}

/** Returns the first issue with the Chinese name of its field; an issue without a field means it is no annotation. */
function issueText([issue]: readonly { path: PropertyKey[]; message: string }[]): string {
  const name = FIELD_NAMES[String(issue?.path[0])]
  return name ? `${name}：${issue?.message}` : NOT_AN_ANNOTATION
}

const hasContent = ({ quote, comment, page, boxes, tags }: ImportedAnnotation): boolean =>
  quote !== '' || comment !== '' || page !== null || boxes.length > 0 || tags.length > 0
