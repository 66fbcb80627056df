// Deep research: a question becomes a report, step by step, in the background.

export { startResearches } from './research-run.ts'
export { researchTool } from './research-tool.ts'
export { sharedPage } from './shared-page.ts'
