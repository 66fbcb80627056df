import { api, type Endpoint, type InputOf, type OutputOf } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { isLoggedIn, useUserInfo } from '../../api/session.state.ts'
import { useHomeState } from '../../api/specified.state.ts'
import { readOptions } from '../../api/use-read.ts'
import { takeStoredAppearance } from './appearance-sync.ts'

type Load = (cache: QueryClient) => Promise<void>

/** A load that puts one answer where the screens look for it; a failed one puts the empty value there. */
function load<E extends Endpoint, Empty>(
  endpoint: E,
  input: InputOf<E>,
  empty: Empty,
  put: (data: OutputOf<E> | Empty) => void,
): Load {
  return async (cache) => {
    const options = { ...readOptions(endpoint, input), staleTime: 0 }
    put(await cache.fetchQuery(options).catch(() => empty))
  }
}

const home = useHomeState.setState
const noLogo = {
  title: '',
  logo_url: null,
  favicon_url: null,
  copyright: null,
  agreement_url: '/agreement',
  privacy_url: '/privacy',
  icp: null,
}

export const loadLogo = load(api.user.logo, {}, noLogo, (logoInfo) => home({ logoInfo }))

const loadStoppedMenus = load(api.user.stoppedMenus, {}, [], (noAuthMenus) => home({ noAuthMenus }))

/** The specification's type of the engines that find papers. */
const PAPER_ENGINES = 6

/** What runs once after every log-in. An area that needs something at the start adds its load here. */
const loads: Load[] = [
  load(api.user.menu, {}, [], (menuItems) => home({ menuItems })),
  loadLogo,
  load(api.tools.agents, { index_flag: true }, [], (agentList) => home({ agentList })),
  load(api.tools.agents, { index_flag: false }, [], (defaultAgentList) => home({ defaultAgentList })),
  load(api.user.setting, { key: 'appearance', type: 'ui' }, null, takeStoredAppearance),
]

/** What the specification has loaded at a log-in and no screen reads, as `specified.state.ts` says. */
const unreadLoads: Load[] = [
  load(api.datasets.privateId, {}, '', (privateDatasetId) => home({ privateDatasetId })),
  load(api.papers.engines, { engine_type: PAPER_ENGINES }, [], (engineList) => home({ engineList })),
  load(api.tools.knowledgeBaseAgent, {}, {}, (knowledgeBaseAgentInfo) => home({ knowledgeBaseAgentInfo })),
]

/** Whose forbidden menus are known: no screen shows before they are. `''` is nobody. */
export const useMenusKnownFor = create<{ userId: string }>()(() => ({ userId: '' }))

/** Whether screens are open to somebody: who it is, and what they may not open, is known in this tab. */
export function isSomebodyIn(): boolean {
  const { userInfo } = useUserInfo.getState()
  return isLoggedIn(userInfo) && userInfo.id === useMenusKnownFor.getState().userId
}

let startedFor = ''

/** Runs the loads for a person who has just logged in; for one whose loads ran already, nothing. */
export function loadOncePerLogIn(cache: QueryClient, userId: string): void {
  if (startedFor === userId) return
  startedFor = userId
  void loadStoppedMenus(cache).then(() => {
    if (startedFor === userId) useMenusKnownFor.setState({ userId })
  })
  for (const run of [...loads, ...unreadLoads]) void run(cache)
}

/** Resolves once the forbidden menus of the person who is logging in are known, or nobody is any more. */
export function menusKnown(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => useMenusKnownFor.getState().userId === startedFor
    if (look()) return resolve()
    const stop = useMenusKnownFor.subscribe(() => {
      if (!look()) return
      stop()
      resolve()
    })
  })
}

useUserInfo.subscribe(({ userInfo }) => {
  if (isLoggedIn(userInfo)) return
  startedFor = ''
  useMenusKnownFor.setState({ userId: '' })
})
