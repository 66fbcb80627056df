import type { ReportSection } from '@scinav/contract'
import type { RevisionRow } from '../run/revision.store.ts'
import type { ReportBody } from './body.ts'

/** Thrown when a section cannot be rewritten; the message gives the reason in Chinese. */
export class NotRewritable extends Error {}

/** The section to rewrite, and how the reader wants it changed. */
export interface RewriteRequest extends Pick<RevisionRow, 'how' | 'instruction'> {
  section: ReportSection
  body: ReportBody
}

/** Reasons why a section stays as it is. */
export const NOTHING_MESSAGES = {
  other: '没有找到别的可以摘录的原文，这一节没有改动',
  again: '重新检索没有找到可以摘录的原文，这一节没有改动',
  fewer: '这一节只引了一处原文，不能再精简',
  gone: '这一步已经不在计划里，不能重新检索',
  empty: '这一节没有引用，不能据此改写',
} as const
