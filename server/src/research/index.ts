// Deep research: turns a question into a report, step by step, as a background run.

export { startResearches } from './research-runs.ts'
export { createResearchTool } from './research-tool.ts'
export { renderSharedPage } from './share.service.ts'
export { reportUses } from './work-uses.ts'
