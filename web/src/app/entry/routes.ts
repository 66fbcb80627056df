import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** One screen of the specification. Without `load` the screen is not built, and its path is unknown. */
export interface ScreenRoute {
  /** As in the hash of the address, compared exactly. */
  path: string
  /** Whether the screen is inside the menu and top bar (`layout`), or fills the window. */
  frame: 'layout' | 'bare'
  /** The screen uses no antd component and does not wait for it to load. */
  plain?: true
  /** The screen has its own search box, so the top bar's is hidden. */
  ownSearch?: true
  /** Fetches the code of the screen. */
  load?: () => Promise<ComponentType>
  /** Fetches the function that reads what the screen shows first, given the query of its address; it never rejects. */
  prefetch?: () => Promise<(cache: QueryClient, query: URLSearchParams) => Promise<void> | undefined>
}

const errorScreen = () => import('../../errors/error-screen.tsx').then((module) => module.ErrorScreen)

/** All routes, named as in the specification. */
export const routes: readonly ScreenRoute[] = [
  {
    path: '/home',
    frame: 'layout',
    plain: true,
    ownSearch: true,
    load: () => import('../../home/home-screen.tsx').then((m) => m.HomeScreen),
    prefetch: () => import('../../home/recommended.tsx').then((m) => m.prefetchRecommended),
  },
  {
    path: '/home/searchResult',
    frame: 'layout',
    plain: true,
    ownSearch: true,
    load: () => import('../../results/results-screen.tsx').then((m) => m.ResultsScreen),
    prefetch: () => import('../../results/results-screen.tsx').then((m) => m.prefetchResults),
  },
  {
    path: '/home/searchHistory',
    frame: 'layout',
    plain: true,
    load: () => import('../../history/history-screen.tsx').then((m) => m.HistoryScreen),
  },
  {
    path: '/subscribe',
    frame: 'layout',
    load: () => import('../../subscribe/subscribe-screen.tsx').then((m) => m.SubscribeScreen),
  },
  {
    path: '/subscribe/searchResult',
    frame: 'layout',
    load: () => import('../../subscribe/subscription-screen.tsx').then((m) => m.SubscriptionScreen),
  },
  {
    path: '/scientific',
    frame: 'layout',
    plain: true,
    load: () => import('../../scientific/scientific-screen.tsx').then((m) => m.ScientificScreen),
  },
  {
    path: '/scientific/searchResult',
    frame: 'layout',
    plain: true,
    load: () => import('../../scientific/result-screen.tsx').then((m) => m.ResultScreen),
  },
  {
    path: '/aiKnowledgeBase',
    frame: 'layout',
    load: () =>
      import('../../ai-knowledge-base/ai-knowledge-base-screen.tsx').then((m) => m.AiKnowledgeBaseScreen),
  },
  {
    path: '/aiKnowledgeBase/detail',
    frame: 'layout',
    load: () => import('../../ai-knowledge-base/detail-screen.tsx').then((m) => m.DetailScreen),
  },
  {
    path: '/aiKnowledgeBase/chatDetail',
    frame: 'layout',
    load: () => import('../../ai-knowledge-base/chat-screen.tsx').then((m) => m.ChatScreen),
  },
  {
    path: '/aiApplications',
    frame: 'layout',
    load: () => import('../../ai-applications/applications-screen.tsx').then((m) => m.ApplicationsScreen),
  },
  {
    path: '/knowledgeBase',
    frame: 'layout',
    load: () => import('../../knowledge-base/knowledge-base-screen.tsx').then((m) => m.KnowledgeBaseScreen),
  },
  {
    path: '/outAgent',
    frame: 'layout',
    load: () => import('../../out-agent/out-agent-screen.tsx').then((m) => m.OutAgentScreen),
  },
  {
    path: '/resources',
    frame: 'layout',
    load: () => import('../../resources/resources-screen.tsx').then((m) => m.ResourcesScreen),
  },
  {
    path: '/project',
    frame: 'layout',
    load: () => import('../../projects/projects-screen.tsx').then((m) => m.ProjectsScreen),
  },
  {
    path: '/project/member',
    frame: 'layout',
    load: () => import('../../projects/members-screen.tsx').then((m) => m.MembersScreen),
  },
  {
    path: '/readDetailMore',
    frame: 'layout',
    plain: true,
    load: () => import('../../reading/reading-screen.tsx').then((m) => m.ReadingScreen),
    prefetch: () => import('../../reading/reading-screen.tsx').then((m) => m.prefetchReading),
  },
  {
    path: '/deepResearch',
    frame: 'layout',
    load: () => import('../../deep-research/deep-research-screen.tsx').then((m) => m.DeepResearchScreen),
  },
  {
    path: '/aiCitation',
    frame: 'layout',
    load: () => import('../../ai-citation/ai-citation-screen.tsx').then((m) => m.AiCitationScreen),
  },
  {
    path: '/aiCitation/citationResult',
    frame: 'layout',
    load: () =>
      import('../../ai-citation/manuscript/citation-result-screen.tsx').then((m) => m.CitationResultScreen),
  },
  {
    path: '/agent',
    frame: 'bare',
    plain: true,
    load: () => import('../../agent/agent-screen.tsx').then((m) => m.AgentScreen),
  },
  {
    path: '/register',
    frame: 'bare',
    load: () => import('../../account/register-screen.tsx').then((m) => m.RegisterScreen),
  },
  { path: '/error', frame: 'bare', plain: true, load: errorScreen },
  { path: '/noLoginError', frame: 'bare', plain: true, load: errorScreen },
]

/** Paths that lead to another one. */
export const redirects: Readonly<Record<string, string>> = { '/': '/home' }

/** The address that replaces an unknown or forbidden path. */
export const NOT_FOUND = '/error?err_code=404'

/** Whether the screen of a path has its own search box. */
export const hasOwnSearch = (path: string): boolean =>
  routes.some((route) => route.path === path && route.ownSearch)

/** Whether a path has a screen. Compared exactly: case and trailing slashes count. */
export function hasScreen(path: string): boolean {
  return routes.some((route) => route.path === path && route.load)
}
