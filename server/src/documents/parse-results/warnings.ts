import type { DocumentWarning, WarningKind } from '@scinav/documents'

const WARNING_SENTENCES: Record<Exclude<WarningKind, 'rows-left-out'>, (count: number) => string> = {
  'invisible-text': (count) => `有 ${count} 处看不见的文字，没有收入`,
  'scanned-page': (count) => `有 ${count} 页是扫描图像，文字由识别得到，可能有误`,
  'garbled-page': (count) => `有 ${count} 页的文字编码异常，可能有误`,
  'empty-page': (count) => `有 ${count} 页没有读出文字，这些页的内容检索不到`,
  'unreadable-page': (count) => `有 ${count} 页无法读取`,
  'scripts-ignored': () => '文件中的脚本没有执行',
  'structure-unavailable': () =>
    '结构识别服务（GROBID）没有可用的结果，标题、章节和参考文献由内置的版面分析得到',
  'parts-left-out': (count) => `有 ${count} 处内容没有收入`,
}

/** Returns the warnings about a document for its owner, one sentence per kind and one per range of omitted rows. */
export function warningSentences(warnings: readonly DocumentWarning[]): string[] {
  const counts = new Map<keyof typeof WARNING_SENTENCES, number>()
  const rows: string[] = []
  for (const warning of warnings) {
    const { kind, count = 1 } = warning
    if (kind === 'rows-left-out') rows.push(skippedRowsSentence(warning))
    else counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
  return [...rows, ...[...counts].map(([kind, count]) => WARNING_SENTENCES[kind](count))]
}

const skippedRowsSentence = ({ sheet, from, to, count }: DocumentWarning): string =>
  `表格过大，${sheet ? `工作表「${sheet}」` : ''}第 ${from} 行至第 ${to} 行（共 ${count} 行）没有收入，检索不到；可拆成几个文件后上传`
