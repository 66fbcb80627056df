import type { ListDocument } from '../list/lists.ts'
import { NameDialog } from '../list/name-dialog.tsx'
import { useFileActions } from './use-file-actions.ts'

/** Asks what a file is to be called; its ending stays where it is left out. */
export function FileNameDialog({ document, onClose }: { document: ListDocument; onClose: () => void }) {
  const { rename } = useFileActions()
  const ending = /\.[\w-]{1,16}$/.exec(document.name)?.[0] ?? ''
  return (
    <NameDialog
      title={`重命名「${document.name}」`}
      action="保存"
      initial={{ name: document.name }}
      most={200}
      onSave={({ name }) => rename(document, name.includes('.') ? name : `${name}${ending}`)}
      onClose={onClose}
    />
  )
}
