import type { AddressInfo } from 'node:net'
import { api } from '@scinav/contract'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { contextForActor } from '../platform/context/context.ts'
import { createResearchTool } from '../research/index.ts'
import { addSubjectPapers, startPlannedResearch } from '../testing/research-scene.ts'
import { countStatements } from '../testing/statements.ts'
import { testApp } from '../testing/test-app.ts'
import { serveMcp } from './mcp.ts'

test('a tool hears that the program that called it is gone', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { token } = await ada.call(api.tokens.create, { name: 'client' })
  const [begun, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const server = fastify()
  onTestFinished(() => server.close())
  serveMcp(app.base, [
    ({ stream }) => ({
      ...{ name: 'wait', title: 'Wait', description: '', input: z.object({}), output: z.object({}) },
      run: async () => {
        begun.resolve()
        stream.signal.addEventListener('abort', () => gone.resolve('gone'))
        await gone.promise
        return { text: '', data: {} }
      },
    }),
  ])(server)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const params = { name: 'wait', arguments: {} }
  const call = fetch(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal: leaving.signal,
  })
  await begun.promise
  leaving.abort()
  await expect(call).rejects.toThrow()
  expect(await gone.promise).toBe('gone')
})

test('who waits for a research by its tool looks ever more seldom, and ends with its caller', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addSubjectPapers(app)
  const { run_id } = await startPlannedResearch(ada)
  const actor = { id: ada.id, is_admin: true, organization: null, session_id: 'none' }
  const leaving = new AbortController()
  const counted = countStatements(app.base.db)
  const tool = createResearchTool(contextForActor({ ...app.base, db: counted.db }, actor, leaving.signal))
  const answer = tool.run({ run_id })
  leaving.abort()
  expect((await answer).data).toMatchObject({ state: 'waiting_plan', report_id: null })
  // Twice looked at: before and behind the pause that was broken off.
  expect(counted.counts().all).toBeLessThan(20)
})
