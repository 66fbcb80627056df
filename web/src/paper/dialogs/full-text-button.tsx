import { Suspense, useState } from 'react'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const FullTextUpload = lazyPart(() => import('./full-text-upload.tsx').then((m) => m.FullTextUpload))

interface Props {
  paper_id: string
  /** Whether it is the main action of its context. */
  primary?: boolean
}

/** Renders the button that uploads the full text of a paper without one. */
export function FullTextButton({ paper_id, primary = false }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionButton name="上传全文" primary={primary} onPress={() => setOpen(true)} />
      {open && (
        <Suspense>
          <FullTextUpload paper_id={paper_id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
