import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { inject } from 'vitest'
import { assemble } from '../assemble.ts'
import { answerRunsOf } from '../chat/chats/answer-run.ts'
import { createPassageIndex } from '../knowledge/passages/index.ts'
import type { BaseContext } from '../platform/context/context.ts'
import { createIdFactory } from '../platform/foundation/ids.ts'
import { createLibraryIndex } from '../search/engine/index.ts'
import { STEP_TIMEOUT_MS } from './timeouts.ts'

type IndexFollowing = Parameters<typeof createLibraryIndex>[0] & Parameters<typeof createPassageIndex>[0]

const SHARED_POLL_MS = 100
let createdIndexes = 0

/** Returns indexes that two servers share, in an OpenSearch that one of them feeds. */
export function sharedIndexes(following: IndexFollowing): IndexFollowing & { place: object } {
  createdIndexes += 1
  const place = {
    ...{ urls: [inject('opensearch')], prefix: `twin${process.pid}_${createdIndexes}` },
    ...{ shards: 1, replicas: 0 },
  }
  return { ...following, poll_ms: SHARED_POLL_MS, place }
}

/** Deletes the indexes of a test, since a node holds a limited number. */
async function dropIndexes({ place }: IndexFollowing): Promise<void> {
  if (place) await fetch(`${place.urls[0]}/${place.prefix}-*`, { method: 'DELETE' })
}

type InjectRequest = (asked: InjectOptions) => Promise<LightMyRequestResponse>

/**
 * Repeats a request while OpenSearch is unavailable, as a user would: on a busy machine it may not answer for a second.
 */
async function retryUntilSearchable(
  door: InjectRequest,
  asked: InjectOptions,
): Promise<LightMyRequestResponse> {
  const began = performance.now()
  for (;;) {
    const response = await door(asked)
    const isSilent = response.statusCode === 503 && response.json().data?.problem === 'search.unavailable'
    if (!isSilent || performance.now() - began > STEP_TIMEOUT_MS) return response
    console.info(`OpenSearch was silent, asked again: ${asked.method} ${asked.url}`)
    await pause(500)
  }
}

interface FirstServer {
  app: FastifyInstance
  base: BaseContext
  kind: 'sqlite' | 'postgres'
  following: IndexFollowing
}

/**
 * Adds a second server on the database and index of the first, which answers every other request of a test, as behind a
 * load balancer. Returns a function that stops it.
 */
export async function addTwin({ app, base, kind, following }: FirstServer): Promise<() => Promise<void>> {
  const library = createLibraryIndex(following)
  const passages = createPassageIndex(following)
  // A setting changed by a test applies to both servers.
  const config = new Proxy(base.config, {})
  const own = { ...base, config, library, passages, newId: createIdFactory(base.now) }
  const twin = await assemble({ base: own, kind, pages: [] })
  // Answers scripted by a test are given by both servers.
  Object.defineProperty(answerRunsOf(own), 'answerer', { get: () => answerRunsOf(base).answerer })
  const first: InjectRequest = app.inject.bind(app)
  const second: InjectRequest = twin.app.inject.bind(twin.app)
  let turn = 0
  const next: InjectRequest = (asked) => {
    turn += 1
    return retryUntilSearchable(turn % 2 === 0 ? first : second, asked)
  }
  app.inject = next as typeof app.inject
  return async () => {
    await twin.app.close()
    await twin.runner.stop(1_000)
    await passages.close()
    await library.close()
    await dropIndexes(following)
  }
}
