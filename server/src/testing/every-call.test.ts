import { api, type Endpoint } from '@scinav/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokensCases, userCases } from './cases/account.ts'
import { adminCases } from './cases/admin.ts'
import { baseArchiveCases } from './cases/base-archive.ts'
import type { CallCase, CallCases, CaseScene } from './cases/case.ts'
import { chatCases, translateCases } from './cases/chat.ts'
import {
  citationCases,
  citationStylesCases,
  citingCases,
  manuscriptBatchesCases,
  manuscriptChecksCases,
  referencesCases,
} from './cases/citation.ts'
import { datasetsCases } from './cases/datasets.ts'
import { deepResearchCases } from './cases/deep-research.ts'
import { filesCases, ingestionCases, uploadCases } from './cases/documents.ts'
import { libraryCases, papersCases, resourcesCases } from './cases/library.ts'
import { modelComparisonCases, modelsCases } from './cases/models.ts'
import { jobsCases, noticesCases } from './cases/platform.ts'
import { projectsCases } from './cases/projects.ts'
import { annotationsCases, readingCases } from './cases/reading.ts'
import { combineCases, passagesCases, preferencesCases } from './cases/search.ts'
import { mcpCases, toolsCases } from './cases/tools.ts'
import { createCaller, testApp } from './test-app.ts'

type Cases = { [Group in keyof typeof api]: CallCases<(typeof api)[Group]> }
/** A call without its case here does not compile. */
const cases: Cases = {
  user: userCases,
  jobs: jobsCases,
  admin: adminCases,
  preferences: preferencesCases,
  projects: projectsCases,
  datasets: datasetsCases,
  upload: uploadCases,
  files: filesCases,
  papers: papersCases,
  passages: passagesCases,
  combine: combineCases,
  citation: citationCases,
  references: referencesCases,
  citationStyles: citationStylesCases,
  citing: citingCases,
  manuscriptChecks: manuscriptChecksCases,
  manuscriptBatches: manuscriptBatchesCases,
  ingestion: ingestionCases,
  baseArchive: baseArchiveCases,
  resources: resourcesCases,
  chat: chatCases,
  deepResearch: deepResearchCases,
  translate: translateCases,
  library: libraryCases,
  tools: toolsCases,
  tokens: tokensCases,
  notices: noticesCases,
  mcp: mcpCases,
  models: modelsCases,
  modelComparison: modelComparisonCases,
  reading: readingCases,
  annotations: annotationsCases,
}

/** Signs up two people on a new server. */
async function setScene(options: Parameters<typeof testApp>[0] = {}): Promise<CaseScene> {
  const app = await testApp(options)
  return { app, ada: await app.signUp('Ada'), bo: await app.signUp('Bob') }
}

let sceneCount = 0

/** Signs up two more people on the shared server, since what each of them may own is limited. */
async function addPeople(): Promise<CaseScene> {
  sceneCount += 1
  const { app } = shared
  const [ada, bo] = [await app.signUp(`Ada${sceneCount}`), await app.signUp(`Bob${sceneCount}`)]
  await app.base.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', ada.id).execute()
  return { app, ada, bo }
}

const groups = Object.entries(api).filter(([group]) => group in cases) as [
  keyof Cases,
  Record<string, Endpoint>,
][]
const all = groups.flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({
    title: `${endpoint.method} ${endpoint.path}`,
    endpoint,
    entry: (cases[group] as Record<string, CallCase>)[name] as CallCase,
  })),
)

/** The same with NUL, which no database stores, at the end of each text. */
function withNul(value: unknown): unknown {
  if (typeof value === 'string') return `${value}\0`
  if (Array.isArray(value)) return value.map(withNul)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withNul(each)]))
}

/** A server for calls that are refused whoever makes them; neither of the two servers counts requests. */
let still: CaseScene
/** A server for calls of people who sign up for them. */
let shared: CaseScene
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  const whenOver = (end: () => Promise<void>) => void ends.push(end)
  const options = { env: { RATE_LIMIT_SCALE: '1000' }, whenOver }
  still = await setScene(options)
  shared = await setScene(options)
})
afterAll(async () => {
  for (const end of ends) await end()
})

describe.each(all)('$title', ({ endpoint, entry }) => {
  const whoCalls = (scene: CaseScene) => entry.by?.(scene) ?? scene.ada

  test('a valid input, be there NUL in its texts, answers 200 with what the contract says', async () => {
    const scene = entry.alone ? await setScene() : await addPeople()
    const input = withNul(await entry.valid(scene)) as object
    const response = await whoCalls(scene).send(endpoint, input, {}, entry.body)

    expect(response.statusCode, response.body).toBe(200)
    if (endpoint.reply === 'file')
      return expect(response.headers['content-disposition']).toContain('attachment')
    if (endpoint.reply === 'stream')
      return expect(response.headers['content-type']).toContain('text/event-stream')
    const { code, data, message } = response.json()
    expect({ code, message }).toEqual({ code: endpoint.success_code ?? 200, message: '' })
    expect(endpoint.output.parse(data)).toEqual(data)
  })

  if (entry.bad) {
    test('a bad input is refused with what is wrong and where', async () => {
      const refusal = await whoCalls(still).refusal(endpoint, entry.bad as object)

      expect(refusal).toMatchObject({ status: 400, code: 400, problem: 'input.invalid' })
      const { issues } = refusal.data as { issues: { path: string; message: string }[] }
      expect(issues.length).toBeGreaterThan(0)
      for (const issue of issues) expect(issue.message, issue.path).toMatch(/[\u4e00-\u9fff]/)
    })
  }

  if (entry.foreign) {
    test("somebody else's object looks like one that does not exist", async () => {
      const scene = entry.alone ? await setScene() : await addPeople()
      const [foreign, unknown] = await (entry.foreign as NonNullable<CallCase['foreign']>)(scene)
      const seen = await whoCalls(scene).refusal(endpoint, foreign)

      expect(seen.status).toBe(404)
      expect(seen).toEqual(await whoCalls(scene).refusal(endpoint, unknown))
    })
  }

  if (endpoint.access !== 'public') {
    test('without a session it answers 401, code 1009 and the log-in URL', async () => {
      const guest = createCaller(still.app.app)

      expect(await guest.refusal(endpoint, entry.bad ?? {})).toMatchObject({
        status: 401,
        code: 1009,
        data: '/login',
      })
    })
  }

  if (endpoint.access === 'operator') {
    test('a person who is no operator is refused', async () => {
      expect(await still.bo.refusal(endpoint, await entry.valid(still))).toMatchObject({
        status: 403,
        problem: 'operator.required',
      })
    })
  }

  if (endpoint.method !== 'GET') {
    test('without X-Login-Type it is refused before anything else', async () => {
      const guest = createCaller(still.app.app)

      expect(await guest.refusal(endpoint, {}, { 'x-login-type': '' })).toMatchObject({
        status: 403,
        problem: 'request.header_missing',
      })
    })
  }
})
