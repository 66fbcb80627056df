import { inCorners } from '@scinav/contract/quoted'
import { plainText } from '../../paper/highlight/markup.ts'
import type { ListDocument } from '../list/lists.ts'
import { NameDialog } from '../list/name-dialog.tsx'
import { useFileActions } from './use-file-actions.ts'

const MAX_NAME_CHARS = 200

/** Renders the dialog to rename a file; an omitted extension is kept. */
export function FileNameDialog({ document, onClose }: { document: ListDocument; onClose: () => void }) {
  const { rename } = useFileActions()
  const shown = plainText(document.title)
  const ending = /\.[\w-]{1,16}$/.exec(document.name)?.[0] ?? ''
  return (
    <NameDialog
      title={`重命名${inCorners(shown)}`}
      action="保存"
      initial={{ name: shown.slice(0, MAX_NAME_CHARS) }}
      most={MAX_NAME_CHARS}
      onSave={({ name }) => rename(document, name.includes('.') ? name : `${name}${ending}`)}
      onClose={onClose}
    />
  )
}
