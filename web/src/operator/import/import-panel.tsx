import { api, importExtension, importExtensions } from '@scinav/contract'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { droppedFiles, type FoundFile } from '../../documents/upload/dropped-files.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { usePanel } from '../../ui/dialogs/use-panel.ts'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import styles from './import.module.css'
import { addImportFiles, type ImportFile, removeImportFiles, useImportFiles } from './import-files.state.ts'
import { ImportIndex } from './import-index.tsx'
import { ImportRuns } from './import-runs.tsx'
import { ImportUploads } from './import-uploads.tsx'
import { MergesTab } from './merges-tab.tsx'
import { RetractionsTab } from './retractions-tab.tsx'

/** The tabs of the panel, by their names in the address; the first is shown for any other name. */
const tabs = [
  { value: 'files', label: '导入文件' },
  { value: 'merges', label: '合并记录' },
  { value: 'retractions', label: '撤稿声明' },
  { value: 'index', label: '检索索引' },
]

/** Renders the operator's panel of the library: import of files, merged records, retraction notices, search index. */
export function ImportPanel({ onClose }: { onClose: () => void }) {
  const { tab, open } = usePanel()
  const shown = tabs.find(({ value }) => value === tab)?.value ?? 'files'
  return (
    <Panel title="文献导入" width={920} onClose={onClose}>
      <div className={styles.tabs}>
        <Segmented
          aria-label="导入"
          options={tabs}
          value={shown}
          onChange={(value) => open('import', value)}
        />
      </div>
      {shown === 'files' && <ImportFilesTab />}
      {shown === 'merges' && <MergesTab />}
      {shown === 'retractions' && <RetractionsTab />}
      {shown === 'index' && <ImportIndex />}
    </Panel>
  )
}

/** What can be imported, for the field that takes the files. */
const FORMATS =
  'BibTeX、RIS、EndNote、NoteExpress、RefWorks、知网、Web of Science、PubMed（XML、NBIB）、Zotero RDF、CSL-JSON、Scopus、Ovid、OpenAlex、Crossref、arXiv、DBLP、ACL Anthology、Excel、CSV、GB/T 7714 参考文献列表、DOI 列表、撤稿声明表，可用 gzip 压缩；单个文件不超过 1 GB'

/** Renders the upload and start of imports, and the list of imports. */
function ImportFilesTab() {
  const files = useImportFiles((state) => state.files)
  const start = useWrite(api.library.startImport, { refreshes: [api.library.imports] })
  const [skipped, setSkipped] = useState<string[]>([])
  const arrived = files.filter(({ state }) => state === 'arrived')

  const addDropped = async (transfer: DataTransfer) => {
    const found = await droppedFiles(transfer)
    setSkipped(found.filter(isSkipped).map(({ file, way }) => [...way, file.name].join('/')))
    addImportFiles(found.filter((file) => !isSkipped(file)).map(({ file }) => file))
  }
  /** Starts the imports call by call; after one that fails the rest stays listed, while those before have begun. */
  const startImport = async () => {
    for (const { files: group, mapping } of groupByMapping(arrived)) {
      const upload_ids = group.flatMap(({ position }) => position.upload_id ?? [])
      const answer = await start.mutateAsync({ upload_ids, mapping })
      if (!answer.success) return toast(`没有开始导入：${answer.message}`, { tone: 'bad' })
      removeImportFiles(group.map(({ key }) => key))
    }
    toast(`已开始导入 ${arrived.length} 个文件`)
  }
  return (
    <>
      <FileDrop onFiles={addImportFiles} onDropped={addDropped} note={FORMATS} />
      <SkippedFiles names={skipped} />
      {files.length > 0 && (
        <>
          <ImportUploads files={files} />
          <Button
            type="primary"
            disabled={arrived.length === 0}
            loading={start.isPending}
            onClick={startImport}
          >
            {arrived.length > 0 ? `开始导入 ${arrived.length} 个文件` : '上传完成后可以导入'}
          </Button>
        </>
      )}
      <ImportRuns />
    </>
  )
}

/**
 * Whether a file is skipped: from a folder only bibliographic files are taken, while a file dropped by itself is always
 * taken.
 */
const isSkipped = ({ file, way }: FoundFile): boolean =>
  way.length > 0 && !importExtensions.includes(importExtension(file.name))

/** Maximum number of skipped files that are named. */
const MAX_NAMED_FILES = 20

/** Renders the skipped files of dropped folders. */
function SkippedFiles({ names }: { names: string[] }) {
  if (names.length === 0) return null
  const unnamedCount = names.length - MAX_NAMED_FILES
  const named = names.slice(0, MAX_NAMED_FILES).join('、')
  return (
    <p role="status" className={styles.skipped}>
      跳过 {names.length} 个不是题录格式的文件：{named}
      {unnamedCount > 0 && `，另有 ${unnamedCount} 个`}。需要时请单独拖入
    </p>
  )
}

/** Groups the files started in one call: all without a mapping of columns together, the others one by one. */
function groupByMapping(files: ImportFile[]): { files: ImportFile[]; mapping: Record<string, string> }[] {
  const isMapped = ({ mapping = {} }: ImportFile) => Object.keys(mapping).length > 0
  const unmapped = files.filter((file) => !isMapped(file))
  const mapped = files.filter(isMapped).map((file) => ({ files: [file], mapping: file.mapping ?? {} }))
  return unmapped.length > 0 ? [{ files: unmapped, mapping: {} }, ...mapped] : mapped
}
