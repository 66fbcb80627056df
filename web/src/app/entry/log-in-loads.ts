import { api, type Endpoint, type InputOf, type OutputOf } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { isLoggedIn, useUserInfo } from '../../api/session.state.ts'
import { useHomeState } from '../../api/specified.state.ts'
import { readOptions } from '../../api/use-read.ts'
import { applyStoredAppearance } from './appearance-sync.ts'

/** Loads start-up data; resolves when they, or what replaces them, are stored. */
type Load = (cache: QueryClient) => Promise<void>

/** Creates a load that passes an endpoint's data to `store`, or the empty value when the call fails. Never rejects. */
function createLoad<E extends Endpoint, Empty>(
  endpoint: E,
  input: InputOf<E>,
  empty: Empty,
  store: (data: OutputOf<E> | Empty) => void,
): Load {
  return async (cache) => {
    const options = { ...readOptions(endpoint, input), staleTime: 0 }
    store(await cache.fetchQuery(options).catch(() => empty))
  }
}

const setHomeState = useHomeState.setState
/** What stands for the logo and links when they cannot be loaded. */
const noLogo = {
  title: '',
  logo_url: null,
  favicon_url: null,
  copyright: null,
  agreement_url: '/agreement',
  privacy_url: '/privacy',
  icp: null,
}

/** Loads the installation's name, logo and links. */
export const loadLogo = createLoad(api.user.logo, {}, noLogo, (logoInfo) => setHomeState({ logoInfo }))

const loadForbiddenMenus = createLoad(api.user.stoppedMenus, {}, [], (noAuthMenus) =>
  setHomeState({ noAuthMenus }),
)

/** The specification's `engine_type` of the engines that search for papers. */
const PAPER_ENGINE_TYPE = 6

/** The loads that run once after every log-in. An area that needs data at start-up adds its load here. */
const loads: Load[] = [
  createLoad(api.user.menu, {}, [], (menuItems) => setHomeState({ menuItems })),
  loadLogo,
  createLoad(api.tools.agents, { index_flag: true }, [], (agentList) => setHomeState({ agentList })),
  createLoad(api.tools.agents, { index_flag: false }, [], (defaultAgentList) =>
    setHomeState({ defaultAgentList }),
  ),
  createLoad(api.user.setting, { key: 'appearance', type: 'ui' }, null, applyStoredAppearance),
]

/**
 * The loads that the specification requires at log-in although no screen reads their data; see `specified.state.ts`.
 */
const unreadLoads: Load[] = [
  createLoad(api.datasets.privateId, {}, '', (privateDatasetId) => setHomeState({ privateDatasetId })),
  createLoad(api.papers.engines, { engine_type: PAPER_ENGINE_TYPE }, [], (engineList) =>
    setHomeState({ engineList }),
  ),
  createLoad(api.tools.knowledgeBaseAgent, {}, {}, (knowledgeBaseAgentInfo) =>
    setHomeState({ knowledgeBaseAgentInfo }),
  ),
]

/** How long loads that no screen waits for are put off, in milliseconds, so that the first screen comes before them. */
const UNREAD_DELAY_MS = 3_000

/** Runs a function later, when the browser has nothing else to do; at once where it cannot tell. */
function whenIdle(run: () => void): void {
  const { requestIdleCallback } = globalThis
  if (requestIdleCallback) setTimeout(() => requestIdleCallback(run), UNREAD_DELAY_MS)
  else queueMicrotask(run)
}

/** The id of the user whose forbidden menus are known; no screen is shown before they are. `''` is nobody. */
export const useMenusKnownFor = create<{ userId: string }>()(() => ({ userId: '' }))

/** Whether screens can be shown: the user and their forbidden menus are known in this tab. */
export function isSessionReady(): boolean {
  const { userInfo } = useUserInfo.getState()
  return isLoggedIn(userInfo) && userInfo.id === useMenusKnownFor.getState().userId
}

/** The id of the user whose loads have been started. `''` is nobody. */
let startedFor = ''

/** Runs the loads for a user who has just logged in; does nothing if they already ran for that user. */
export function loadOncePerLogIn(cache: QueryClient, userId: string): void {
  if (startedFor === userId) return
  startedFor = userId
  void loadForbiddenMenus(cache).then(() => {
    if (startedFor === userId) useMenusKnownFor.setState({ userId })
  })
  for (const run of loads) void run(cache)
  whenIdle(() => {
    if (startedFor === userId) for (const run of unreadLoads) void run(cache)
  })
}

/** Resolves when the forbidden menus of the user who is logging in are known, or when nobody is logging in any more. */
export function waitForMenus(): Promise<void> {
  return new Promise((resolve) => {
    const areKnown = () => useMenusKnownFor.getState().userId === startedFor
    if (areKnown()) return resolve()
    const stop = useMenusKnownFor.subscribe(() => {
      if (!areKnown()) return
      stop()
      resolve()
    })
  })
}

// After a log-out the loads run again for the next user.
useUserInfo.subscribe(({ userInfo }) => {
  if (isLoggedIn(userInfo)) return
  startedFor = ''
  useMenusKnownFor.setState({ userId: '' })
})
