import { api, type OutputOf } from '@scinav/contract'
import { type Answer, call } from '../../api/call.ts'
import { trackUpload } from '../../api/running-uploads.state.ts'
import { sendBytes } from '../../api/send-bytes.ts'
import { PART_BYTES, uploadParts } from '../../api/upload-parts.ts'

interface UploadListener {
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

type SendResult = Answer<OutputOf<typeof api.files.create>>

/** Uploads a file as one of the user's own: a small one in one request, a larger one in parts. */
export async function sendFile(file: File, listener: UploadListener): Promise<SendResult> {
  if (file.size <= PART_BYTES) {
    const form = new FormData()
    form.append('file', file, file.name)
    return trackUpload(() => sendBytes(api.files.create, api.files.create.path, form, listener))
  }
  const upload = await uploadParts(file, { upload_id: undefined }, listener)
  return upload.success ? call(api.files.fromUpload, { upload_id: upload.data.id }) : upload
}
