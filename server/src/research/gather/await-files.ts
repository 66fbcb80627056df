import type { ResearchEvent } from '@scinav/contract'
import { awaitFiles } from '../../knowledge/passages/index.ts'
import type { Research } from '../run/research.ts'
import { researchEvent } from '../run/research-event.ts'

/** Waits until the files attached to a run are parsed, and warns about files without readable text. */
export async function* awaitSources({ ctx, request, signal }: Research): AsyncGenerator<ResearchEvent> {
  const { file_ids } = request.sources
  if (file_ids.length === 0) return
  const unread = await awaitFiles(ctx, file_ids, signal)
  if (unread.length > 0)
    yield researchEvent('warning', { text: `这些附件还读不出文字，没有用于研究：${unread.join('、')}` })
}
