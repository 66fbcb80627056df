import { api, type InputOf, type ResearchDepth } from '@scinav/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useDeepResearchState } from '../../api/specified.state.ts'
import { useWrite } from '../../api/use-write.ts'
import {
  attachmentsOf,
  sendableAttachments,
  setAttachments,
} from '../../chat/attachments/attachments.state.ts'
import { runAddress } from '../state/address.ts'

type Sources = NonNullable<InputOf<typeof api.deepResearch.begin>['sources']>

interface ResearchRequest extends Pick<Sources, 'dataset_ids' | 'folder_ids' | 'paper_ids'> {
  question: string
  engines: readonly string[]
  depth: ResearchDepth
  auto_accept_plan: boolean
  /** `''` for the application's default. */
  model: string
}

/**
 * Returns the action that starts a research run and opens it, with the attachments stored under a key, which are then
 * removed there. `problem` is why the last attempt failed.
 */
export function useStartResearch(attachmentKey: string) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const { mutateAsync, isPending } = useWrite(api.deepResearch.begin, {
    refreshes: [api.deepResearch.runs, api.chat.freeCount],
  })
  const begin = async ({
    question,
    depth,
    auto_accept_plan,
    model,
    engines,
    ...sources
  }: ResearchRequest) => {
    setProblem(undefined)
    const { reportStyle: report_style, chooseMcpList: mcp_ids } = useDeepResearchState.getState()
    const file_ids = sendableAttachments(attachmentKey).map(({ id }) => id)
    const answer = await mutateAsync({
      question,
      report_style,
      depth,
      mcp_ids,
      auto_accept_plan,
      sources: { engines: [...engines], file_ids, ...sources },
      ...(model && { model }),
    })
    if (!answer.success) return setProblem(`没有开始：${answer.issues?.[0]?.message ?? answer.message}`)
    if (attachmentsOf(attachmentKey).length > 0) setAttachments(attachmentKey, [])
    void navigate(runAddress(answer.data.run_id))
  }
  return { begin, isPending, problem }
}
