import { api } from '@scinav/contract'
import { trackUpload } from '../../api/running-uploads.state.ts'
import { sendBytes } from '../../api/send-bytes.ts'

const MAX_FILE_BYTES = 20 * 1024 * 1024
const PLAIN_TEXT_FILE = /\.(?:txt|md|markdown|tex|bib|ris|enw|nbib)$/i

/**
 * Reads the text of a file: plain text in the browser, other formats on the server. Resolves to the text, to a problem
 * to be shown to the user, or to both when only the beginning was read.
 */
export async function readFileText(file: File): Promise<{ text?: string; problem?: string }> {
  if (file.size > MAX_FILE_BYTES) return { problem: '文件超过 20 MB，请拆分后再上传' }
  if (PLAIN_TEXT_FILE.test(file.name)) return decodePlainText(await file.arrayBuffer())
  const form = new FormData()
  form.append('file', file, file.name)
  const listener = { onProgress: () => {}, signal: new AbortController().signal }
  const answer = await trackUpload(() =>
    sendBytes(api.citing.readText, api.citing.readText.path, form, listener),
  )
  if (!answer.success) return { problem: answer.issues?.[0]?.message ?? answer.message }
  const { text, cut } = answer.data
  return cut ? { text, problem: '文件很长，只读入了前 20 万字' } : { text }
}

/** Decodes plain text: UTF-8, or GB 18030 as written by Chinese Windows. */
function decodePlainText(bytes: ArrayBuffer): { text: string } | { problem: string } {
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
    } catch {}
  return { problem: '读不出这个文件的文字，请另存为 UTF-8 再试' }
}
