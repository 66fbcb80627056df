import { expect, test } from 'vitest'
import { hasScreen, redirects, routes } from './routes.ts'

const specified = {
  layout: [
    '/home',
    '/home/searchResult',
    '/home/searchHistory',
    '/subscribe',
    '/subscribe/searchResult',
    '/scientific',
    '/scientific/searchResult',
    '/aiKnowledgeBase',
    '/aiKnowledgeBase/detail',
    '/aiKnowledgeBase/chatDetail',
    '/aiApplications',
    '/knowledgeBase',
    '/outAgent',
    '/resources',
    '/project',
    '/project/member',
    '/readDetailMore',
    '/deepResearch',
    '/aiCitation',
    '/aiCitation/citationResult',
  ],
  bare: ['/agent', '/register', '/error', '/noLoginError'],
}

test.each(['layout', 'bare'] as const)('every route of the specification is declared: %s', (frame) => {
  const declared = routes.filter((route) => route.frame === frame).map(({ path }) => path)
  expect(declared).toEqual(specified[frame])
})

test('/ leads to /home', () => {
  expect(redirects['/']).toBe('/home')
})

test('what is not built counts as unknown, and so does another spelling', () => {
  const unbuilt = routes.filter(({ load }) => !load).map(({ path }) => path)
  for (const path of [...unbuilt, '/Home', '/home/', '//home', '/toString', ''])
    expect(hasScreen(path)).toBe(false)
  expect(hasScreen('/home')).toBe(true)
})
