// Deep research: a question becomes a report, step by step, in the background.

export { startResearches } from './research-run.ts'
export { createResearchTool } from './research-tool.ts'
export { renderSharedPage } from './shared-page.ts'
