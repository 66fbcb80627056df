import type { Paper } from './paper.ts'

/** Warnings shown where a paper with this status is cited. */
export const warnings: Partial<Record<Paper['status'], string>> = {
  retracted: '这篇文献已被撤稿',
  concern: '出版者对这篇文献表示过关注',
  corrected: '这篇文献发表过更正',
}
