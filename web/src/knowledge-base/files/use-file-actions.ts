import { api, type InputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { uploadParts } from '../../api/upload-parts.ts'
import { useWrite } from '../../api/use-write.ts'
import { retryDocument } from '../../documents/state/retry-document.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { ListDocument } from '../list/lists.ts'

/** The reads that an action on a file makes stale. */
const refreshes = [
  api.ingestion.bin,
  api.datasets.documents,
  api.datasets.figures,
  api.datasets.folders,
  api.datasets.all,
]

/** The input of the call that changes a document. */
type Operation = InputOf<typeof api.ingestion.operate>

/**
 * Returns the actions on a file of a knowledge base. A toast reports each result, and can undo a renaming; only a
 * failed renaming is returned to the caller instead.
 */
export function useFileActions() {
  const cache = useQueryClient()
  const operate = useWrite(api.ingestion.operate, { refreshes })

  /** Runs an operation and reports a failure. Resolves to whether it succeeded. */
  const run = async (input: Operation, failureText: string, doneText?: string): Promise<boolean> => {
    const answer = await operate.mutateAsync(input)
    if (!answer.success) toast(`${failureText}：${answer.message}`, { tone: 'bad' })
    else if (doneText) toast(doneText)
    return answer.success
  }

  const rename = async (document: ListDocument, name: string) => {
    const { id: document_id, name: before, named_by_hand: by_hand } = document
    const answer = await operate.mutateAsync({ document_id, operation: 'rename', name })
    if (!answer.success) return answer
    const undo = () => void run({ document_id, operation: 'rename', name: before, by_hand }, '没有撤销')
    toast(`${inCorners(plainText(document.title))}已改名为${inCorners(name)}`, { undo })
    return answer
  }

  const replace = async ({ id: document_id, name }: ListDocument, file: File) => {
    toast(`正在上传${inCorners(file.name)}`)
    // Neither shown nor cancelled: the toasts report the beginning and the end.
    const listener = { onProgress: () => {}, signal: new AbortController().signal }
    const upload = await uploadParts(file, { upload_id: undefined }, listener)
    if (!upload.success) return toast(`没有替换：${upload.message}`, { tone: 'bad' })
    const input: Operation = { document_id, operation: 'replace', upload_id: upload.data.id }
    await run(input, '没有替换', `${inCorners(name)}的文件已替换，读完之前仍用原来的`)
  }

  const retry = async (document: ListDocument) => {
    const answer = await retryDocument(document)
    if (!answer.success) toast(`没有重试：${answer.message}`, { tone: 'bad' })
    await Promise.all(refreshes.map(({ path }) => cache.invalidateQueries({ queryKey: [path] })))
  }

  return {
    rename,
    replace,
    retry,
    discard: ({ id }: ListDocument) =>
      run({ document_id: id, operation: 'discard_file' }, '没有放弃', '已放弃新文件，仍用原来的'),
    cancel: ({ id }: ListDocument) => run({ document_id: id, operation: 'cancel' }, '没有停止'),
    restore: (ids: readonly string[]) => restoreAll(ids, run),
    accept: ({ id }: ListDocument) =>
      run({ document_id: id, operation: 'accept_paper' }, '没有对上', '已对上本馆文献'),
    decline: ({ id }: ListDocument) => run({ document_id: id, operation: 'decline_paper' }, '没有记下'),
  }
}

/** Restores documents from the recycle bin; only the last call refreshes the lists. */
async function restoreAll(
  ids: readonly string[],
  run: (input: Operation, failureText: string) => Promise<boolean>,
): Promise<void> {
  const [last, ...others] = ids.toReversed()
  for (const document_id of others) await call(api.ingestion.operate, { document_id, operation: 'restore' })
  if (last !== undefined) await run({ document_id: last, operation: 'restore' }, '没有恢复')
}
