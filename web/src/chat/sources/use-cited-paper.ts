import type { Citation } from '@scinav/contract'
import { usePaperAddress } from '../../paper/use-paper-address.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** Opens the paper a citation rests on, with its quote to be lit. */
export function useCitedPaper(): (citation: Citation) => void {
  const { open } = usePaperAddress()
  return ({ paper_id, quote }) => {
    if (paper_id) open(paper_id, undefined, quote)
    else toast('这处引用不在馆藏里，暂时不能在这里打开')
  }
}
