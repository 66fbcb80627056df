import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UnreadableDocument } from '@scinav/documents'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { annotateWordFile } from './index.ts'

test('of a file that cannot be read the reason comes out of the thread', async () => {
  const path = join(newFolder(), 'a.docx')
  writeFileSync(path, 'PK')
  const annotated = annotateWordFile({
    path,
    annotations: [],
    authorship: { author: 'A', initials: 'A', date: new Date() },
  })
  await expect(annotated).rejects.toThrow(UnreadableDocument)
})
