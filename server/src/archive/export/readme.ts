import { inCorners } from '@scinav/contract/quoted'
import { DOCUMENTS_FILE, MANIFEST_FILE, type Manifest, REFERENCES_FILE } from '../archive/format.ts'

/** Returns the text for users who unpack the archive. */
export function readmeOf({ name, exported_at, documents, missing }: Manifest): string {
  const lost = missing > 0 ? [`其中 ${missing} 个文件在导出时找不到内容，只有名称，没有装进来。`, ''] : ['']
  return [
    `知识库${inCorners(name)}，${exported_at.slice(0, 10)} 从科学导航导出，共 ${documents} 份文档。`,
    ...lost,
    'files/            原文件，文件名与知识库里的名称相同（系统不允许的符号换成了下划线）。',
    `${REFERENCES_FILE}    其中文献的题录（BibTeX），可以直接导入 Zotero、EndNote、NoteExpress。`,
    'annotations/      批注（W3C Web Annotation，每份文档一个文件）：您自己的，以及知识库成员共享的。',
    `${MANIFEST_FILE}     名称、说明、文件夹和标签。`,
    `${DOCUMENTS_FILE}   每份文档一行：名称、所在的文件夹、标签、原文件及其 SHA-256、题录。`,
    '',
    '要恢复成知识库：在科学导航的「知识库」左侧点「导入知识库」，选择这个压缩包。请不要改动包内的文件。',
    '',
  ].join('\r\n')
}
