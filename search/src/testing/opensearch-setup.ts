import type { TestProject } from 'vitest/node'
import { startOpenSearch } from '../../../scripts/opensearch.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    opensearch: string
  }
}

let stopNode: (() => Promise<void>) | undefined

/**
 * Vitest's global set-up of tests with a real OpenSearch: starts one node for the duration of the tests, or uses the
 * one that `OPENSEARCH_URL` names.
 */
export async function setup(project: TestProject): Promise<void> {
  const { OPENSEARCH_URL } = process.env
  if (OPENSEARCH_URL) {
    project.provide('opensearch', OPENSEARCH_URL)
    return
  }
  const cluster = await startOpenSearch()
  stopNode = cluster.stop
  project.provide('opensearch', cluster.urls[0] ?? '')
}

export async function teardown(): Promise<void> {
  await stopNode?.()
}
