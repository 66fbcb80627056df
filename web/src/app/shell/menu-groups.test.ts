import { expect, test } from 'vitest'
import { menuGroups } from './menu-tree.tsx'

const entry = (path: string, name: string) => ({ path, name, icon: 'home', children: [] })

test('a menu with groups is shown in groups, without what this build has no screen for', () => {
  const tree = [
    {
      path: '',
      name: '检索',
      icon: 'search',
      children: [entry('/home', '首页'), entry('/notBuiltEither', '尚未建成')],
    },
    { path: '', name: '研究', icon: 'compass', children: [entry('/notBuilt', '尚未建成')] },
  ]
  expect(menuGroups(tree)).toEqual([{ name: '检索', items: [entry('/home', '首页')] }])
})

test('entries outside a group stand together without a heading', () => {
  expect(menuGroups([entry('/home', '首页'), entry('/error', '错误')])).toEqual([
    { name: '', items: [entry('/home', '首页'), entry('/error', '错误')] },
  ])
})
