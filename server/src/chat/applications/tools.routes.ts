import { api } from '@scinav/contract'
import { findPapersByTerm } from '../../answers/index.ts'
import { implement } from '../../platform/http/implement.ts'
import {
  getKnowledgeBaseAgent,
  listAgents,
  listCategories,
  listDatasetApplications,
  listExternal,
  listTools,
} from './list.service.ts'
import { listMarked, markTool, setMark } from './mark.service.ts'
import { listPaperPrompts } from './paper-prompt.service.ts'
import { addPrompt, changePrompt, listPrompts, removePrompt } from './prompt.service.ts'
import { recommendTools } from './recommend.service.ts'
import { listStartQuestions } from './start-question.service.ts'

/** The calls of applications (`tools` in the API), of prompts and of agents of other sites. */
export const toolsRoutes = implement(api.tools, {
  categories: listCategories,
  list: listTools,
  mine: listMarked,
  mark: markTool,
  setMark,
  recommended: recommendTools,
  agents: listAgents,
  knowledgeBaseAgent: getKnowledgeBaseAgent,
  ofDataset: listDatasetApplications,
  external: listExternal,
  prompt: listPaperPrompts,
  questions: listStartQuestions,
  papersByPart: findPapersByTerm,
  prompts: listPrompts,
  addPrompt,
  changePrompt,
  removePrompt,
})
