import { useState } from 'react'
import { PaperOfFileDialog } from '../../paper/file-record/paper-of-file-dialog.tsx'
import { useCanChange } from '../../paper/file-record/record.ts'
import { EmptyView } from '../../ui/views/state-view.tsx'
import type { ReadableText } from '../state/target.ts'

/** Stands for a missing document: nobody may change it. */
const NOBODY = { my_role: 4, creator_id: '' }

/** Renders, for a file without a library paper and therefore without relations, the choice of its paper. */
export function UnknownPaper({ readable: { document } }: { readable: ReadableText }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayChange = useCanChange(document ?? NOBODY)
  const mayChoose = document?.type === 'file' && mayChange
  return (
    <>
      <EmptyView
        title="尚未与本馆文献对应"
        note="选定对应的本馆文献后，这里会列出相关和施引文献"
        {...(mayChoose && { action: { name: '在本馆文献中查找这一篇', run: () => setIsOpen(true) } })}
      />
      {isOpen && document && <PaperOfFileDialog document={document} onClose={() => setIsOpen(false)} />}
    </>
  )
}
