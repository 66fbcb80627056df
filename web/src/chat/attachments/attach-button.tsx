import { Suspense, useRef, useState } from 'react'
import { acceptedExtensions } from '../../documents/file-icon.ts'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import styles from './attachments.module.css'
import { attachDocuments, attachFiles } from './attachments.state.ts'

const DocumentPicker = lazyPart(() => import('./document-picker.tsx').then((m) => m.DocumentPicker))

interface Props {
  /** The key of the attachments: a chat's id, or the name of a form whose chat does not exist yet. */
  chat_id: string
  /** Limits the choice to the documents of this dataset. */
  dataset_id: string | undefined
  /** Whether only local files can be attached, and no documents of knowledge bases. */
  onlyFiles?: boolean
}

/** Renders the buttons that attach local files or documents of knowledge bases to the next question. */
export function AttachButton({ chat_id, dataset_id, onlyFiles = false }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={acceptedExtensions}
        className="sr-only"
        aria-label="要附上的文件"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          attachFiles(chat_id, [...(currentTarget.files ?? [])])
          // Reset, so that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      {onlyFiles ? (
        <QuietButton icon="attach" onPress={() => chooser.current?.click()}>
          上传文件
        </QuietButton>
      ) : (
        <MenuButton
          label="添加附件"
          button={
            <span className={styles.opener}>
              <Icon name="attach" size={16} />
              <span>附件</span>
            </span>
          }
          actions={[
            { name: '上传文件', icon: 'upload', run: () => chooser.current?.click() },
            { name: '从知识库选', icon: 'library', run: () => setPicking(true) },
          ]}
        />
      )}
      {isPicking && (
        <Suspense>
          <DocumentPicker
            dataset_id={dataset_id}
            onChoose={(documents) => attachDocuments(chat_id, documents)}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
