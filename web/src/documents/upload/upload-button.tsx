import { Button } from 'antd'
import { useRef } from 'react'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { acceptedExtensions } from '../file-icon.ts'
import { uploadFiles } from './drop-zone.tsx'
import { chosenFiles } from './dropped-files.ts'
import styles from './upload.module.css'
import type { UploadTarget } from './uploads.state.ts'

/** Returns the browser's choosers: one for files, one for a folder with its contents. */
function useFilePickers(target: UploadTarget) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const onFiles = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    if (currentTarget.files?.length) uploadFiles(target, chosenFiles(currentTarget.files))
    // Reset, so that the same file can be chosen again.
    currentTarget.value = ''
  }
  const inputs = (
    <>
      <input
        ref={files}
        type="file"
        multiple
        accept={acceptedExtensions}
        className="sr-only"
        aria-label="要上传的文件"
        tabIndex={-1}
        onChange={onFiles}
      />
      <input
        ref={(input) => {
          folder.current = input
          // React has no property for this attribute.
          input?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        className="sr-only"
        aria-label="要上传的文件夹"
        tabIndex={-1}
        onChange={onFiles}
      />
    </>
  )
  return { inputs, chooseFiles: () => files.current?.click(), chooseFolder: () => folder.current?.click() }
}

/**
 * Renders the upload button, usually the primary action on a knowledge base's screen, with the folder chooser next to
 * it.
 */
export function UploadButton({ target, primary = true }: { target: UploadTarget; primary?: boolean }) {
  const { inputs, chooseFiles, chooseFolder } = useFilePickers(target)
  return (
    <span className={styles.choosers}>
      {inputs}
      <Button
        type={primary ? 'primary' : 'default'}
        icon={<Icon name="upload" size={16} />}
        onClick={chooseFiles}
      >
        上传
      </Button>
      <MenuButton
        label="更多上传方式"
        button={<Icon name="down" size={16} />}
        actions={[
          { name: '上传文件', icon: 'file', run: chooseFiles },
          { name: '上传文件夹', icon: 'folder', run: chooseFolder },
        ]}
      />
    </span>
  )
}

/** Renders a hint below a list: where files can be dropped, and which ones. */
export function DropHint({ target }: { target: UploadTarget }) {
  const { inputs, chooseFiles, chooseFolder } = useFilePickers(target)
  return (
    <div className={styles.foot}>
      {inputs}
      把文件或文件夹拖到这里，或{' '}
      <button type="button" onClick={chooseFiles}>
        选择文件
      </button>
      、
      <button type="button" onClick={chooseFolder}>
        选择文件夹
      </button>
      <p className={styles.note}>PDF、Word、PPT、Excel、EPUB、网页、Markdown、文本、CSV、图片、BibTeX、RIS</p>
    </div>
  )
}
