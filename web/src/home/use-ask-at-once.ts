import { useNavigate } from 'react-router'
import { agentAddress } from '../ui/agent-start.ts'
import { useHomeState } from '../ui/home.state.ts'

/** Takes a question to a new chat with the first default agent, which answers at once; nothing where there is none. */
export function useAskAtOnce(): ((question: string) => void) | undefined {
  const navigate = useNavigate()
  const agent = useHomeState((state) => state.defaultAgentList[0])
  if (!agent) return undefined
  return (question) => {
    const immediatelyChatParams = { application_id: agent.id, question }
    useHomeState.setState({ immediatelyChat: true, immediatelyChatParams })
    void navigate(agentAddress(agent.id, { question }))
  }
}
