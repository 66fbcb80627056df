import { api } from '@scinav/contract'
import { papersByPart } from '../../answers/index.ts'
import { implement } from '../../platform/http/implement.ts'
import {
  datasetApplications,
  knowledgeBaseAgent,
  listAgents,
  listCategories,
  listExternal,
  listTools,
} from './list.service.ts'
import { listMarked, markTool, setMark } from './mark.service.ts'
import { paperPrompt } from './paper-prompt.service.ts'
import { addPrompt, changePrompt, listPrompts, removePrompt } from './prompt.service.ts'
import { recommendTools } from './recommend.service.ts'
import { generateQuestions } from './start-question.service.ts'

export const toolsRoutes = implement(api.tools, {
  categories: listCategories,
  list: listTools,
  mine: listMarked,
  mark: markTool,
  setMark,
  recommended: recommendTools,
  agents: listAgents,
  knowledgeBaseAgent,
  ofDataset: datasetApplications,
  external: listExternal,
  prompt: paperPrompt,
  questions: generateQuestions,
  papersByPart,
  prompts: listPrompts,
  addPrompt,
  changePrompt,
  removePrompt,
})
